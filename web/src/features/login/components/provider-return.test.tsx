/** Tests of the return from an identity provider. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { readSessionToken } from "@/api/session-token";
import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { ROUTES, SITE, withoutSite } from "../testing/sign-in";
import { LoginPage } from "./login-page";

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
