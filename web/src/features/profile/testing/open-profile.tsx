/** Renders the profile page for tests, with a sample user and sessions. */
import { aUser } from "@/testing/account";
import { renderWithApp } from "@/testing/render-with-app";

import { ProfilePage } from "../components/profile-page";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1";

/** The second factor, turned off. */
export const OFF = { enabled: false, required: false, recoveryCodesLeft: 0, enabledAt: null };

/** The second factor, turned on. */
export const ON = {
  enabled: true,
  required: false,
  recoveryCodesLeft: 9,
  enabledAt: "2026-11-01T09:00:00Z",
};

/** A successful response. */
export const data = (value: unknown) => ({ json: { success: true, data: value } });

/** An error response. */
export const refusal = (status: number, code: string, error = "Refused.", more = {}) => ({
  status,
  json: { success: false, error, code, ...more },
});

export const SESSIONS = [
  {
    _id: "s1",
    device: CHROME,
    method: "password",
    createdAt: "2026-11-20T09:00:00Z",
    lastUsedAt: "2026-11-20T10:00:00Z",
    expiresAt: "2026-11-20T21:00:00Z",
    isCurrent: true,
  },
  {
    _id: "s2",
    device: PHONE,
    method: "provider",
    createdAt: "2026-11-19T09:00:00Z",
    lastUsedAt: "2026-11-19T10:00:00Z",
    expiresAt: "2026-11-19T21:00:00Z",
    isCurrent: false,
  },
];

/** Everything that the page loads. */
export const READS = {
  "GET /api/auth/me": data(aUser()),
  "GET /api/profile/second-factor": data(OFF),
  "GET /api/auth/sessions": data(SESSIONS),
};

/** Renders the profile page of a signed-in user. */
export function openProfile(at = "/profile") {
  localStorage.setItem("token", "old");
  return renderWithApp(<ProfilePage />, {
    path: "/profile",
    at,
    routes: [
      { path: "/jobs", element: <p>The jobs</p> },
      { path: "/", element: <p>Home</p> },
    ],
  });
}
