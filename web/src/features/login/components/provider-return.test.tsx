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
  const SESSION = {
    "POST /auth/session": {
      json: { success: true, token: "session", admin: aUser({ role: "admin" }) },
    },
  };

  it("exchanges the token for a session and opens the interviews", async () => {
    const calls = stubFetch({ ...SITE, ...SESSION });
    const { router } = renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?token=jwt",
      routes: ROUTES,
    });
    expect(await screen.findByText("The list")).toBeVisible();
    expect(withoutSite(calls)[0]!.body).toEqual({ token: "jwt" });
    expect(localStorage.getItem("authToken")).toBe("session");
    expect(JSON.parse(localStorage.getItem("admin")!)).toMatchObject({ role: "admin" });
    expect(router.state.location.search).toBe("");
  });

  it("opens the requested page, on this site only", async () => {
    stubFetch({ ...SITE, ...SESSION });
    renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?token=jwt&next=%2Finterview-hq%2Fa",
      routes: ROUTES,
    });
    expect(await screen.findByText("Interview HQ")).toBeVisible();
  });

  it("asks for the code if the server requires one", async () => {
    stubFetch({
      ...SITE,
      "POST /auth/session": {
        status: 401,
        json: { success: false, code: "SECOND_FACTOR_REQUIRED", challenge: "c" },
      },
    });
    const { router } = renderWithApp(<LoginPage />, { path: "/login", at: "/login?token=jwt" });
    expect(await screen.findByLabelText("Six-digit code")).toBeVisible();
    expect(screen.queryByText("Authentication failed. Please try again.")).toBeNull();
    expect(router.state.location.search).toBe("");
  });

  it("shows an alert and cleans the URL for the token of another browser", async () => {
    stubFetch({
      ...SITE,
      "POST /auth/session": {
        status: 401,
        json: { success: false, code: "PROVIDER_SESSION_REFUSED" },
      },
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
