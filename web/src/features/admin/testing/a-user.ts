/** Sample users for tests of the admin pages. */
import type { AdminUser } from "../api/types";

/** An active recruiter, with overrides. */
export function aUser(part: Partial<AdminUser> = {}): AdminUser {
  return {
    _id: "u1",
    username: "alice",
    name: "Alice Moreau",
    email: "alice@example.com",
    role: "recruiter",
    isActive: true,
    isBasicAuth: true,
    hasSecondFactor: false,
    mustChangePassword: false,
    isInvited: false,
    createdAt: "2026-11-01T09:00:00Z",
    lastSignedInAt: "2026-11-20T09:00:00Z",
    activeSessions: 2,
    ...part,
  };
}

export const ada = { _id: "u0", username: "ada", name: "Ada", email: "ada@example.com" };
