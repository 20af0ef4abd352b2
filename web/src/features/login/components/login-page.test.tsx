/** Tests of sign-in: password, identity provider and second factor. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { readSessionToken } from "@/api/session-token";
import { aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { LoginPage } from "./login-page";

const ROUTES = [
  { path: "/interviews", element: <p>The list</p> },
  { path: "/interview-hq/:id", element: <p>Interview HQ</p> },
];

const SITE = { "GET /api/site": { json: { success: true, data: aSite() } } };

/** The calls other than those for branding. */
function withoutSite<Call extends { url: string }>(calls: Call[]): Call[] {
  return calls.filter((call) => call.url !== "/api/site");
}

async function signIn() {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Username"), "alice");
  await user.type(screen.getByLabelText("Password"), "wonderland-1");
  await user.click(screen.getByRole("button", { name: "Sign in with Username" }));
  return user;
}

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

describe("LoginPage after the identity provider", () => {
  const ME = { "GET /api/auth/me": { json: { success: true, data: aUser({ role: "admin" }) } } };

  it("stores the session, loads its user and opens the interviews", async () => {
    const calls = stubFetch({ ...SITE, ...ME });
    const { router } = renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?token=jwt",
      routes: ROUTES,
    });
    expect(await screen.findByText("The list")).toBeVisible();
    expect(withoutSite(calls)[0]!.headers.get("Authorization")).toBe("Bearer jwt");
    expect(localStorage.getItem("authToken")).toBe("jwt");
    expect(JSON.parse(localStorage.getItem("admin")!)).toMatchObject({ role: "admin" });
    expect(router.state.location.search).toBe("");
  });

  it("opens the requested page, on this site only", async () => {
    stubFetch({ ...SITE, ...ME });
    renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?token=jwt&next=%2Finterview-hq%2Fa",
      routes: ROUTES,
    });
    expect(await screen.findByText("Interview HQ")).toBeVisible();
  });

  it("shows an alert and cleans the URL for an invalid session", async () => {
    stubFetch({
      ...SITE,
      "GET /api/auth/me": { status: 401, json: { success: false, code: "UNAUTHORIZED" } },
    });
    const { router } = renderWithApp(<LoginPage />, { path: "/login", at: "/login?token=forged" });
    expect(await screen.findByText("Authentication failed. Please try again.")).toBeVisible();
    expect(readSessionToken()).toBeNull();
    expect(router.state.location.search).toBe("");
  });

  it("shows an alert with the reason and cleans the URL when the provider sign-in failed", async () => {
    stubFetch(SITE);
    const { router } = renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?error=inactive&next=%2Fjobs",
    });
    expect(await screen.findByText("Authentication failed. Please try again.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    expect(screen.getByText(/Your account is deactivated/u)).toBeVisible();
    expect(router.state.location.search).toBe("?next=%2Fjobs");
  });
});

describe("LoginPage's second step", () => {
  const ASKS = {
    status: 401,
    json: {
      success: false,
      error: "Enter the code of your authenticator app.",
      code: "SECOND_FACTOR_REQUIRED",
      challenge: "challenge-1",
    },
  };
  const DONE = { json: { success: true, token: "jwt", admin: aUser() } };

  it("asks for the code after a correct password and sends it once complete", async () => {
    const calls = stubFetch({
      ...SITE,
      "POST /api/admin/login": ASKS,
      "POST /api/auth/second-factor": DONE,
    });
    renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?next=%2Finterview-hq%2Fa",
      routes: ROUTES,
    });
    const user = await signIn();
    const field = await screen.findByLabelText("Six-digit code");
    expect(field).toHaveAttribute("autocomplete", "one-time-code");
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(field);
    await user.paste("123 456");
    expect(await screen.findByText("Interview HQ")).toBeVisible();
    expect(withoutSite(calls)[1]!.body).toEqual({ challenge: "challenge-1", code: "123456" });
  });

  it("reports a wrong code and accepts the next one", async () => {
    stubFetch({
      ...SITE,
      "POST /api/auth/second-factor": {
        status: 401,
        json: { success: false, error: "That code is not right.", code: "INVALID_CODE" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?challenge=challenge-2" });
    await userEvent.type(await screen.findByLabelText("Six-digit code"), "000000");
    expect(await screen.findByRole("alert")).toHaveTextContent("That code is not right.");
    expect(screen.getByLabelText("Six-digit code")).toHaveValue("");
  });

  it("accepts a recovery code", async () => {
    const calls = stubFetch({ ...SITE, "POST /api/auth/second-factor": DONE });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?challenge=c", routes: ROUTES });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Use a recovery code instead" }));
    await user.type(screen.getByLabelText("Recovery code"), "abcde-fghjk");
    await user.click(screen.getByRole("button", { name: "Verify" }));
    expect(await screen.findByText("The list")).toBeVisible();
    expect(withoutSite(calls)[0]!.body).toEqual({ challenge: "c", code: "abcde-fghjk" });
  });

  it("starts again after a timeout", async () => {
    stubFetch({
      ...SITE,
      "POST /api/auth/second-factor": {
        status: 401,
        json: { success: false, error: "The sign-in took too long.", code: "CHALLENGE_EXPIRED" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?challenge=old" });
    await userEvent.type(await screen.findByLabelText("Six-digit code"), "123456");
    expect(await screen.findByLabelText("Username")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("The sign-in took too long.");
  });

  it("counts down the wait after too many codes", async () => {
    const calls = stubFetch({
      ...SITE,
      "POST /api/auth/second-factor": {
        status: 429,
        headers: { "Retry-After": "60" },
        json: { success: false, error: "Too many failed attempts.", code: "TOO_MANY_ATTEMPTS" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?challenge=c" });
    await userEvent.type(await screen.findByLabelText("Six-digit code"), "123456");
    expect(await screen.findByText(/Try again in \d:\d\d/u)).toBeVisible();
    expect(screen.getByRole("button", { name: "Verify" })).toBeDisabled();
    await userEvent.type(screen.getByLabelText("Six-digit code"), "123456");
    await waitFor(() => expect(withoutSite(calls)).toHaveLength(1));
  });
});
