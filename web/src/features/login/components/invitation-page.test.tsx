/** Tests of account invitations and password resets. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { InvitationPage } from "./invitation-page";

const LINK = "/api/auth/invitations/secret";
const INVITED = {
  [`GET ${LINK}`]: {
    json: { success: true, data: { username: "alice", name: "Alice", purpose: "invite" } },
  },
};
const UNAVAILABLE = {
  status: 410,
  json: {
    success: false,
    error: "This link has expired or has already been used.",
    code: "INVITATION_UNAVAILABLE",
  },
};

function open() {
  return renderWithApp(<InvitationPage />, {
    path: "/invite/:invitationToken",
    at: "/invite/secret",
    routes: [{ path: "/interviews", element: <p>The list</p> }],
  });
}

async function choosePassword() {
  await userEvent.type(await screen.findByLabelText("New password"), "a long password");
  await userEvent.click(screen.getByRole("button", { name: "Set password and sign in" }));
}

describe("InvitationPage", () => {
  it("sets the password and signs in", async () => {
    const calls = stubFetch({
      ...INVITED,
      [`POST ${LINK}`]: { json: { success: true, token: "jwt", admin: aUser() } },
    });
    open();
    expect(await screen.findByRole("heading", { name: "Welcome, Alice" })).toBeVisible();
    expect(screen.getByLabelText("Username")).toHaveValue("alice");
    await choosePassword();
    expect(await screen.findByText("The list")).toBeVisible();
    expect(calls.at(-1)!.body).toEqual({ password: "a long password" });
    expect(localStorage.getItem("token")).toBe("jwt");
  });

  it("mentions a new password after a reset", async () => {
    stubFetch({
      [`GET ${LINK}`]: {
        json: { success: true, data: { username: "alice", name: "Alice", purpose: "reset" } },
      },
    });
    open();
    expect(await screen.findByText(/signed out on all other devices/u)).toBeVisible();
  });

  it("asks for the second factor if there is one", async () => {
    stubFetch({
      ...INVITED,
      [`POST ${LINK}`]: {
        status: 401,
        json: { success: false, code: "SECOND_FACTOR_REQUIRED", challenge: "c" },
      },
    });
    open();
    await choosePassword();
    expect(await screen.findByLabelText("Six-digit code")).toBeVisible();
  });

  it("reports a used or expired link", async () => {
    stubFetch({ [`GET ${LINK}`]: UNAVAILABLE });
    open();
    expect(
      await screen.findByRole("heading", {
        name: "This link has expired or has already been used",
      }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to sign-in" })).toBeVisible();
  });

  it("reports a link that expired in the meantime", async () => {
    stubFetch({ ...INVITED, [`POST ${LINK}`]: UNAVAILABLE });
    open();
    await choosePassword();
    expect(
      await screen.findByRole("heading", {
        name: "This link has expired or has already been used",
      }),
    ).toBeVisible();
  });

  it("reports an unknown link", async () => {
    stubFetch({ [`GET ${LINK}`]: { status: 404, json: { success: false, code: "NOT_FOUND" } } });
    open();
    expect(await screen.findByRole("heading", { name: "This link is not valid" })).toBeVisible();
  });

  it("offers a retry when the server is unreachable", async () => {
    stubFetch({ [`GET ${LINK}`]: new TypeError("failed to fetch") });
    open();
    expect(await screen.findByRole("button", { name: "Try Again" })).toBeVisible();
  });

  it("rejects a short password without a request", async () => {
    const calls = stubFetch(INVITED);
    open();
    await userEvent.type(await screen.findByLabelText("New password"), "short");
    await userEvent.click(screen.getByRole("button", { name: "Set password and sign in" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("At least 10 characters.");
    expect(calls).toHaveLength(1);
  });
});
