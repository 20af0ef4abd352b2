/** Tests of the second sign-in step: codes and recovery codes. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { ROUTES, signIn, SITE, withoutSite } from "../testing/sign-in";
import { LoginPage } from "./login-page";

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
  /** Arrival from the identity provider, which the server answers with the second step. */
  const ARRIVED = { ...SITE, "POST /auth/session": ASKS };
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
      ...ARRIVED,
      "POST /api/auth/second-factor": {
        status: 401,
        json: { success: false, error: "That code is not right.", code: "INVALID_CODE" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?token=once" });
    await userEvent.type(await screen.findByLabelText("Six-digit code"), "000000");
    expect(await screen.findByRole("alert")).toHaveTextContent("That code is not right.");
    expect(screen.getByLabelText("Six-digit code")).toHaveValue("");
  });

  it("accepts a recovery code", async () => {
    const calls = stubFetch({ ...ARRIVED, "POST /api/auth/second-factor": DONE });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?token=once", routes: ROUTES });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Use a recovery code instead" }));
    await user.type(screen.getByLabelText("Recovery code"), "abcde-fghjk");
    await user.click(screen.getByRole("button", { name: "Verify" }));
    expect(await screen.findByText("The list")).toBeVisible();
    expect(withoutSite(calls)[1]!.body).toEqual({ challenge: "challenge-1", code: "abcde-fghjk" });
  });

  it("starts again after a timeout", async () => {
    stubFetch({
      ...ARRIVED,
      "POST /api/auth/second-factor": {
        status: 401,
        json: { success: false, error: "The sign-in took too long.", code: "CHALLENGE_EXPIRED" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?token=once" });
    await userEvent.type(await screen.findByLabelText("Six-digit code"), "123456");
    expect(await screen.findByLabelText("Username")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("The sign-in took too long.");
  });

  it("counts down the wait after too many codes", async () => {
    const calls = stubFetch({
      ...ARRIVED,
      "POST /api/auth/second-factor": {
        status: 429,
        headers: { "Retry-After": "60" },
        json: { success: false, error: "Too many failed attempts.", code: "TOO_MANY_ATTEMPTS" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", at: "/login?token=once" });
    await userEvent.type(await screen.findByLabelText("Six-digit code"), "123456");
    expect(await screen.findByText(/Try again in \d:\d\d/u)).toBeVisible();
    expect(screen.getByRole("button", { name: "Verify" })).toBeDisabled();
    await userEvent.type(screen.getByLabelText("Six-digit code"), "123456");
    await waitFor(() => expect(withoutSite(calls)).toHaveLength(2));
  });
});
