/** Tests of the profile page. */
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { afterEach, describe, expect, it, vi } from "vitest";

import german from "@/locales/de/account.json";
import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { ProfilePage } from "./profile-page";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1";
const OFF = { enabled: false, required: false, recoveryCodesLeft: 0, enabledAt: null };
const ON = {
  enabled: true,
  required: false,
  recoveryCodesLeft: 9,
  enabledAt: "2026-11-01T09:00:00Z",
};

const data = (value: unknown) => ({ json: { success: true, data: value } });
const refusal = (status: number, code: string, error = "Refused.", more = {}) => ({
  status,
  json: { success: false, error, code, ...more },
});

const SESSIONS = [
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

const READS = {
  "GET /api/auth/me": data(aUser()),
  "GET /api/profile/second-factor": data(OFF),
  "GET /api/auth/sessions": data(SESSIONS),
};

function open(at = "/profile") {
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

afterEach(async () => {
  cleanup();
  await i18next.changeLanguage("en");
});

describe("ProfilePage: about you", () => {
  it("saves changes, and a cleared email as none", async () => {
    const calls = stubFetch({
      ...READS,
      "PATCH /api/profile": data(aUser({ name: "Alice B", email: null })),
    });
    open();
    const user = userEvent.setup();
    const name = await screen.findByLabelText("Name");
    expect(screen.getByRole("button", { name: "Save changes" })).toBeDisabled();
    await user.clear(name);
    await user.type(name, "Alice B");
    await user.clear(screen.getByLabelText("Email"));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Save changes" })).toBeDisabled(),
    );
    expect(calls.find((call) => call.method === "PATCH")!.body).toEqual({
      name: "Alice B",
      email: null,
      timezone: null,
    });
    expect(screen.getByLabelText("Name")).toHaveValue("Alice B");
  });

  it("shows a taken address at its field and keeps the input", async () => {
    stubFetch({ ...READS, "PATCH /api/profile": refusal(409, "EMAIL_TAKEN", "Taken by another.") });
    open();
    const email = await screen.findByLabelText("Email");
    await userEvent.clear(email);
    await userEvent.type(email, "bob@agency.example");
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Taken by another.")).toBeVisible();
    expect(email).toBeInvalid();
    expect(email).toHaveValue("bob@agency.example");
  });

  it("asks before unsaved changes are left and keeps them on Stay", async () => {
    stubFetch(READS);
    const { router } = open();
    await userEvent.type(await screen.findByLabelText("Name"), " B");
    await act(() => router.navigate("/jobs"));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(screen.getByLabelText("Name")).toHaveValue("Alice Andersson B");
    await act(() => router.navigate("/jobs"));
    await userEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Leave" }),
    );
    expect(await screen.findByText("The jobs")).toBeVisible();
  });

  it("finds a timezone by an old name and saves the current one", async () => {
    vi.spyOn(Intl, "supportedValuesOf").mockReturnValue(["Asia/Calcutta", "Europe/Berlin"]);
    const calls = stubFetch({
      ...READS,
      "PATCH /api/profile": data(aUser({ timezone: "Asia/Kolkata" })),
    });
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByLabelText("Timezone"));
    await user.click(screen.getByPlaceholderText("Search by city or offset"));
    await user.paste("calcutta");
    await user.click(await screen.findByText("Kolkata"));
    await user.click(screen.getByText("Save changes"));
    await waitFor(() =>
      expect(calls.find((call) => call.method === "PATCH")?.body).toMatchObject({
        timezone: "Asia/Kolkata",
      }),
    );
    expect(await screen.findByText("Kolkata · UTC+05:30")).toBeVisible();
  });
});

describe("ProfilePage: password", () => {
  async function change(current: string | null, next = "a long sentence") {
    const user = userEvent.setup();
    const field = await screen.findByLabelText("New password");
    if (current !== null) await user.type(screen.getByLabelText("Current password"), current);
    await user.type(field, next);
    await user.click(screen.getByRole("button", { name: /^(Change|Set) password$/u }));
  }

  it("continues with the new session and keeps input in other sections", async () => {
    const calls = stubFetch({
      ...READS,
      "POST /api/profile/password": { json: { success: true, token: "new", admin: aUser() } },
    });
    open();
    await userEvent.type(await screen.findByLabelText("Name"), " B");
    await change("old password");
    await waitFor(() => expect(localStorage.getItem("token")).toBe("new"));
    expect(localStorage.getItem("authToken")).toBe("new");
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({
      currentPassword: "old password",
      newPassword: "a long sentence",
    });
    expect(screen.getByLabelText("Name")).toHaveValue("Alice Andersson B");
    await waitFor(() => expect(screen.getByLabelText("New password")).toHaveValue(""));
  });

  it("shows a wrong current password at its field without signing the user out", async () => {
    stubFetch({
      ...READS,
      "POST /api/profile/password": refusal(403, "WRONG_PASSWORD", "Not your password."),
    });
    open();
    await change("guess");
    expect(await screen.findByText("Not your password.")).toBeVisible();
    expect(screen.getByLabelText("Current password")).toBeInvalid();
    expect(localStorage.getItem("token")).toBe("old");
  });

  it("shows the server's message about the new password at its field", async () => {
    stubFetch({
      ...READS,
      "POST /api/profile/password": refusal(422, "VALIDATION_ERROR", "Check.", {
        fields: [{ path: "newPassword", message: "It must be another one." }],
      }),
    });
    open();
    await change("old password");
    expect(await screen.findByText("It must be another one.")).toBeVisible();
    expect(screen.getByLabelText("New password")).toBeInvalid();
  });

  it("requires no current password if the user has none", async () => {
    const calls = stubFetch({
      ...READS,
      "GET /api/auth/me": data(aUser({ isBasicAuth: false })),
      "POST /api/profile/password": { json: { success: true, token: "new", admin: aUser() } },
    });
    open();
    expect(await screen.findByRole("button", { name: "Set password" })).toBeVisible();
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await change(null);
    await waitFor(() => expect(localStorage.getItem("token")).toBe("new"));
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({
      newPassword: "a long sentence",
    });
  });
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
    open("/profile?next=%2Fjobs");
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
    const { client } = open("/profile?next=%2Fjobs");
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
    expect(screen.getByText("aaaaa-bbbbb")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "I have saved them" }));
    expect(await screen.findByText("The jobs")).toBeVisible();
  });
});

describe("ProfilePage: second factor", () => {
  it("reports a wrong first code and accepts the next one", async () => {
    stubFetch({
      ...READS,
      "POST /api/profile/second-factor/begin": data({
        secret: "ABCDEFGH",
        uri: "otpauth://totp/x",
        qrSvg: "data:image/svg+xml,x",
      }),
      "POST /api/profile/second-factor/confirm": refusal(422, "INVALID_CODE", "Not right."),
    });
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Set up" }));
    await user.type(screen.getAllByLabelText("Current password").at(-1)!, "old password");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.type(await screen.findByLabelText("Six-digit code"), "000000");
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText("Not right.")).toBeVisible();
    expect(screen.getByLabelText("Six-digit code")).toHaveValue("");
    expect(screen.getByLabelText("Six-digit code")).toHaveFocus();
  });

  it("turns off with a code", async () => {
    const calls = stubFetch({
      ...READS,
      "GET /api/profile/second-factor": data(ON),
      "POST /api/profile/second-factor/disable": { json: { success: true } },
    });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText("Six-digit code"), "123456");
    await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.find((call) => call.url.endsWith("/disable"))!.body).toEqual({ code: "123456" });
  });

  it("cannot be turned off if required, and warns when few codes are left", async () => {
    stubFetch({
      ...READS,
      "GET /api/profile/second-factor": data({ ...ON, required: true, recoveryCodesLeft: 3 }),
    });
    open();
    expect(
      await screen.findByText(/requires a second factor, so you cannot turn it off/u),
    ).toBeVisible();
    expect(screen.getByText(/3 recovery codes left. Create new ones/u)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  });

  it("shows new recovery codes once", async () => {
    stubFetch({
      ...READS,
      "GET /api/profile/second-factor": data(ON),
      "POST /api/profile/second-factor/recovery-codes": data({ recoveryCodes: ["eeeee-fffff"] }),
    });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "New recovery codes" }));
    await userEvent.type(await screen.findByLabelText("Six-digit code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Create new codes" }));
    expect(await screen.findByText("eeeee-fffff")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.getByText("eeeee-fffff")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "I have saved them" }));
    await waitFor(() => expect(screen.queryByText("eeeee-fffff")).toBeNull());
  });
});

describe("ProfilePage: sessions", () => {
  it("lists the devices and ends any session but this one", async () => {
    const calls = stubFetch({
      ...READS,
      "DELETE /api/auth/sessions/s2": { json: { success: true } },
    });
    open();
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
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Log out everywhere" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Log out everywhere" }));
    await waitFor(() => expect(localStorage.getItem("token")).toBeNull());
  });
});

describe("ProfilePage: appearance and language", () => {
  it("changes the theme of this browser", async () => {
    stubFetch(READS);
    open();
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
    open();
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
  open();
  expect(await screen.findByRole("button", { name: "Try Again" })).toBeVisible();
});
