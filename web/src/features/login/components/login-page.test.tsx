/** Tests of sign-in by password. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { readSessionToken } from "@/api/session-token";
import { solveInWorker } from "@/lib/proof-of-work";
import { aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { ROUTES, signIn, SITE, withoutSite } from "../testing/sign-in";
import { LoginPage } from "./login-page";

vi.mock("@/lib/proof-of-work", { spy: true });

const TASK = {
  parameters: {
    algorithm: "PBKDF2/SHA-256",
    nonce: "00",
    salt: "01",
    cost: 1000,
    keyLength: 32,
    keyPrefix: "02",
    keySignature: "03",
    expiresAt: 1_790_000_000,
  },
  signature: "04",
};
const REFUSAL = "Invalid username or password.";

describe("LoginPage", () => {
  it("stores the session under both keys and opens the interviews", async () => {
    const calls = stubFetch({
      ...SITE,
      "POST /api/admin/login": { json: { success: true, token: "jwt", admin: { role: "admin" } } },
    });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByText("The list")).toBeVisible();
    expect(withoutSite(calls)[0]!.body).toEqual({ username: "alice", password: "wonderland-1" });
    expect(localStorage.getItem("token")).toBe("jwt");
    expect(localStorage.getItem("authToken")).toBe("jwt");
    expect(localStorage.getItem("admin")).toContain("admin");
  });

  it("opens the page that the visitor requested", async () => {
    stubFetch({
      ...SITE,
      "POST /api/admin/login": { json: { success: true, token: "jwt", admin: {} } },
    });
    renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?next=%2Finterview-hq%2Fa",
      routes: ROUTES,
    });
    await signIn();
    expect(await screen.findByText("Interview HQ")).toBeVisible();
  });

  it("solves the task that the server sets while the account is under attack", async () => {
    vi.mocked(solveInWorker).mockResolvedValue("solution");
    const calls = stubFetch({
      ...SITE,
      "POST /api/admin/login": ({ body }) =>
        (body as { proofOfWork?: string }).proofOfWork === "solution"
          ? { json: { success: true, token: "jwt", admin: {} } }
          : {
              status: 428,
              json: {
                success: false,
                code: "PROOF_OF_WORK_REQUIRED",
                proofOfWork: TASK,
              },
            },
    });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByText("The list")).toBeVisible();
    expect(vi.mocked(solveInWorker).mock.calls[0]![0]).toEqual(TASK);
    expect(withoutSite(calls)).toHaveLength(2);
  });

  it("shows the server's message and clears only the password", async () => {
    stubFetch({
      ...SITE,
      "POST /api/admin/login": {
        status: 401,
        json: { success: false, error: REFUSAL, message: REFUSAL, code: "INVALID_CREDENTIALS" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(REFUSAL);
    expect(screen.getByLabelText("Username")).toHaveValue("alice");
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(readSessionToken()).toBeNull();
  });

  it("falls back to the specified error", async () => {
    stubFetch({ ...SITE, "POST /api/admin/login": { status: 500, json: {} } });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent("Login failed. Please try again.");
  });

  it("waits after too many attempts", async () => {
    stubFetch({
      ...SITE,
      "POST /api/admin/login": {
        status: 429,
        headers: { "Retry-After": "90" },
        json: { success: false, error: "Too many failed attempts.", code: "TOO_MANY_ATTEMPTS" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByText(/Try again in 1:\d\d/u)).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign in with Username" })).toBeDisabled();
  });

  it("requires both fields before a request", async () => {
    const calls = stubFetch(SITE);
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await userEvent.click(screen.getByRole("button", { name: "Sign in with Username" }));
    expect(await screen.findByText("Enter your username.")).toBeVisible();
    expect(screen.getByText("Enter your password.")).toBeVisible();
    expect(withoutSite(calls)).toHaveLength(0);
  });

  it("shows the password on demand", async () => {
    stubFetch(SITE);
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  });

  it("offers the identity provider under its configured name", async () => {
    stubFetch({
      "GET /api/site": { json: { success: true, data: aSite({ providerLabel: "Agency SSO" }) } },
    });
    renderWithApp(<LoginPage />, { path: "/login" });
    expect(await screen.findByRole("button", { name: "Continue with Agency SSO" })).toBeVisible();
  });

  it("offers neither provider nor sign-up where they are not available", async () => {
    stubFetch(SITE);
    renderWithApp(<LoginPage />, { path: "/login" });
    expect(await screen.findByText(/Ask your administrator for one/u)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Continue with/u })).toBeNull();
    expect(screen.queryByRole("link", { name: "Sign up" })).toBeNull();
    expect(screen.getByRole("link", { name: "Back to home" })).toHaveAttribute("href", "/");
  });

  it("links to sign-up where it is enabled, and keeps the requested page", async () => {
    stubFetch({
      "GET /api/site": { json: { success: true, data: aSite({ selfRegistration: true }) } },
    });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?next=%2Fjobs" });
    expect(await screen.findByRole("link", { name: "Sign up" })).toHaveAttribute(
      "href",
      "/register?next=%2Fjobs",
    );
  });

  it("opens the profile first until the user has set their own password", async () => {
    stubFetch({
      ...SITE,
      "POST /api/admin/login": {
        json: { success: true, token: "jwt", admin: aUser({ mustChangePassword: true }) },
      },
    });
    const { router } = renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?next=%2Finterview-hq%2Fa",
      routes: [{ path: "/profile", element: <p>The profile</p> }],
    });
    await signIn();
    expect(await screen.findByText("The profile")).toBeVisible();
    expect(router.state.location.search).toBe("?next=%2Finterview-hq%2Fa");
  });
});
