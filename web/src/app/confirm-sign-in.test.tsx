/** Tests of the dialog that asks for the password when the server wants a recent sign-in. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { api } from "@/api/client";
import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { ConfirmSignIn } from "./confirm-sign-in";

const REFUSED = {
  status: 403,
  json: { error: "You signed in a while ago.", code: "REAUTHENTICATION_REQUIRED" },
};
const changeSettings = () => api.patch("/api/admin/settings", { body: { values: {} } });

/** A server that refuses `PATCH /api/admin/settings` until the password was entered. */
function stubServer({ isBasicAuth = true, opens = true } = {}) {
  let isRecent = false;
  return stubFetch({
    "GET /api/auth/me": { json: { data: aUser({ isBasicAuth, username: "ada" }) } },
    "PATCH /api/admin/settings": () => (isRecent ? { json: { data: {} } } : REFUSED),
    "POST /api/auth/confirm": ({ body }) => {
      if ((body as { password: string }).password !== "right horse") {
        return { status: 403, json: { error: "Wrong.", code: "WRONG_PASSWORD" } };
      }
      isRecent = opens;
      return {};
    },
  });
}

async function enter(password: HTMLElement) {
  await userEvent.type(password, "right horse");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
}

const paths = (calls: { url: string }[]) => calls.map(({ url }) => url);

describe("confirmation of the sign-in", () => {
  it("asks for the password and repeats the call once", async () => {
    const calls = stubServer();
    renderWithApp(<ConfirmSignIn />);
    const answered = changeSettings();
    const password = await screen.findByLabelText("Password");
    expect(password).toHaveFocus();
    await userEvent.type(password, "wrong");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("Wrong.")).toBeVisible();
    await userEvent.clear(password);
    await enter(password);
    await expect(answered).resolves.toEqual({ data: {} });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(paths(calls).filter((url) => url === "/api/admin/settings")).toHaveLength(2);
  });

  it("repeats the call only once, even if it is refused again", async () => {
    const calls = stubServer({ opens: false });
    renderWithApp(<ConfirmSignIn />);
    const answered = changeSettings();
    answered.catch(vi.fn());
    await enter(await screen.findByLabelText("Password"));
    await expect(answered).rejects.toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
    expect(paths(calls).filter((url) => url === "/api/admin/settings")).toHaveLength(2);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("asks once for calls that are refused at the same time", async () => {
    const calls = stubServer();
    renderWithApp(<ConfirmSignIn />);
    const answered = Promise.all([changeSettings(), changeSettings()]);
    await enter(await screen.findByLabelText("Password"));
    await answered;
    expect(paths(calls).filter((url) => url === "/api/auth/confirm")).toHaveLength(1);
  });

  it("leaves the call refused on Cancel, and stays signed in", async () => {
    const calls = stubServer();
    renderWithApp(<ConfirmSignIn />);
    const answered = changeSettings();
    answered.catch(vi.fn());
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await expect(answered).rejects.toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
    expect(paths(calls)).not.toContain("/api/auth/confirm");
  });

  it("offers the identity provider where there is no password", async () => {
    stubServer({ isBasicAuth: false });
    window.history.replaceState(null, "", "/profile?tab=1");
    renderWithApp(<ConfirmSignIn />);
    changeSettings().catch(vi.fn());
    expect(await screen.findByRole("link", { name: "Sign in again" })).toHaveAttribute(
      "href",
      "/auth/google?next=%2Fprofile%3Ftab%3D1&again=true",
    );
    expect(screen.queryByLabelText("Password")).not.toBeInTheDocument();
  });
});
