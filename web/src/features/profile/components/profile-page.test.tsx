/** Tests of the profile page: required steps, sessions, appearance and language. */
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { afterEach, describe, expect, it, vi } from "vitest";

import * as clipboard from "@/lib/clipboard";
import german from "@/locales/de/account.json";
import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";

import { data, OFF, ON, openProfile, READS, SESSIONS } from "../testing/open-profile";

afterEach(async () => {
  cleanup();
  await i18next.changeLanguage("en");
});

describe("ProfilePage: required steps", () => {
  it("shows only the password section until the user has set their own, then continues", async () => {
    const duty = aUser({ mustChangePassword: true });
    const calls = stubFetch({
      "GET /api/auth/me": () => data(localStorage.getItem("token") === "new" ? aUser() : duty),
      "GET /api/profile/second-factor": data(OFF),
      "GET /api/auth/sessions": data(SESSIONS),
      "POST /api/profile/password": { json: { success: true, token: "new", admin: aUser() } },
    });
    openProfile("/profile?next=%2Fjobs");
    expect(await screen.findByText("Set your own password")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "About you" })).toBeNull();
    await userEvent.type(screen.getByLabelText("Password you were given"), "handed-out");
    await userEvent.type(screen.getByLabelText("New password"), "a long sentence");
    await userEvent.click(screen.getByRole("button", { name: "Change password" }));
    expect(await screen.findByText("The jobs")).toBeVisible();
    const early = calls.filter((call) => call.headers.get("Authorization") === "Bearer old");
    expect(early.some((call) => call.url === "/api/auth/sessions")).toBe(false);
  });

  it("keeps the recovery codes visible until they are saved, then continues", async () => {
    const copy = vi.spyOn(clipboard, "copyText").mockResolvedValue(true);
    let isEnrolled = false;
    stubFetch({
      "GET /api/auth/me": () => data(aUser({ mustEnrolSecondFactor: !isEnrolled })),
      "GET /api/profile/second-factor": () =>
        data(isEnrolled ? { ...ON, required: true } : { ...OFF, required: true }),
      "GET /api/auth/sessions": data(SESSIONS),
      "POST /api/profile/second-factor/begin": data({
        secret: "ABCDEFGH",
        uri: "otpauth://totp/x",
        qrSvg: "data:image/svg+xml,x",
      }),
      "POST /api/profile/second-factor/confirm": () => {
        isEnrolled = true;
        return data({ recoveryCodes: ["aaaaa-bbbbb", "ccccc-ddddd"] });
      },
    });
    const { client } = openProfile("/profile?next=%2Fjobs");
    expect(await screen.findByText("Set up a second factor")).toBeVisible();
    await userEvent.type(await screen.findByLabelText("Current password"), "old password");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("ABCD EFGH")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    await userEvent.type(screen.getByLabelText("Six-digit code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText("aaaaa-bbbbb")).toBeVisible();
    // The user switches windows to save them. The reloaded profile has no required step left.
    await act(() => client.invalidateQueries());
    await userEvent.click(screen.getByRole("button", { name: "Copy" }));
    expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
    expect(copy).toHaveBeenCalledWith("aaaaa-bbbbb\nccccc-ddddd");
    expect(screen.getByText("aaaaa-bbbbb")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "I have saved them" }));
    expect(await screen.findByText("The jobs")).toBeVisible();
  });
});

describe("ProfilePage: sessions", () => {
  it("lists the devices and ends any session but this one", async () => {
    const calls = stubFetch({
      ...READS,
      "DELETE /api/auth/sessions/s2": { json: { success: true } },
    });
    openProfile();
    expect(await screen.findByText("Chrome on Linux")).toBeVisible();
    expect(screen.getByText("This device")).toBeVisible();
    expect(screen.getByText(/Signed in through the identity provider/u)).toBeVisible();
    const buttons = screen.getAllByRole("button", { name: /^End session/u });
    expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0]!);
    await waitFor(() =>
      expect(calls.filter((call) => call.url === "/api/auth/sessions")).toHaveLength(2),
    );
    expect(calls.some((call) => call.method === "DELETE")).toBe(true);
  });

  it("logs out everywhere after a confirmation", async () => {
    stubFetch({ ...READS, "POST /api/auth/logout-everywhere": { json: { success: true } } });
    openProfile();
    await userEvent.click(await screen.findByRole("button", { name: "Log out everywhere" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Log out everywhere" }));
    await waitFor(() => expect(localStorage.getItem("token")).toBeNull());
  });
});

describe("ProfilePage: appearance and language", () => {
  it("changes the theme of this browser", async () => {
    stubFetch(READS);
    openProfile();
    expect(await screen.findByRole("radio", { name: "System" })).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(document.documentElement).toHaveClass("dark");
    await userEvent.click(screen.getByRole("radio", { name: "Light" }));
    expect(document.documentElement).not.toHaveClass("dark");
  });

  it("changes the language immediately and saves it to the profile", async () => {
    // The catalogs that the product loads. Tests have only the English ones, without `errors`.
    for (const name of [
      "translation",
      "errors",
      ...Object.keys(i18next.getDataByLanguage("en") ?? {}),
    ]) {
      i18next.addResourceBundle("de", name, {});
    }
    i18next.addResourceBundle("de", "account", german);
    const calls = stubFetch({ ...READS, "PATCH /api/profile": data(aUser({ language: "de" })) });
    openProfile();
    await userEvent.click(await screen.findByLabelText("Language"));
    await userEvent.click(await screen.findByRole("option", { name: "Deutsch" }));
    expect(localStorage.getItem("language")).toBe("de");
    expect(await screen.findByRole("heading", { name: german.sessions.title })).toBeVisible();
    await waitFor(() =>
      expect(calls.find((call) => call.method === "PATCH")?.body).toEqual({ language: "de" }),
    );
  });
});

it("offers a retry when the profile cannot be loaded", async () => {
  stubFetch({ "GET /api/auth/me": new TypeError("failed to fetch") });
  openProfile();
  expect(await screen.findByRole("button", { name: "Try Again" })).toBeVisible();
});
