/** Tests of the settings page. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { storeSession } from "@/api/session-token";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Setting, SettingsResponse } from "../api/types";
import { aSetting } from "../testing/a-setting";
import { ada } from "../testing/a-user";
import { SettingsPage } from "./settings-page";

const name = aSetting({ value: "Acme", source: "stored", isSet: true, defaultValue: "Greenroom" });
const port = aSetting({ key: "smtp_port", kind: "number", value: 587, defaultValue: 587 });
const secret = aSetting({ key: "smtp_password", kind: "secret", isSet: true, source: "stored" });
const issuer = aSetting({
  key: "oidc_issuer",
  value: "https://id.example.com",
  isSet: true,
  source: "environment",
  isLocked: true,
});
const open = aSetting({ key: "self_registration", kind: "boolean", value: false });
const model = aSetting({
  key: "llm_model",
  appliesAfterRestart: true,
  isPending: true,
  value: "m",
  source: "stored",
});

function buildSettings(change: Record<string, Partial<Setting>> = {}, mailReady = true) {
  const all = (settings: Setting[]) =>
    settings.map((setting) => ({ ...setting, ...change[setting.key] }));
  const data: SettingsResponse = {
    groups: [
      { key: "sign_in", settings: all([issuer, open]) },
      { key: "branding", settings: all([name]) },
      { key: "mail", settings: all([port, secret]) },
      { key: "language_model", settings: all([model]) },
    ],
    mailReady,
    scansReady: true,
    redirectUri: "/auth/callback",
  };
  return { json: { success: true, data } };
}

function show(routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: ada } },
    "GET /api/site": { json: { success: true, data: { logoUrl: null } } },
    "GET /api/admin/settings": buildSettings(),
    ...routes,
  });
  const view = renderWithApp(<SettingsPage />, {
    path: "/admin/settings",
    routes: [{ path: "/admin/users", element: <p>The users</p> }],
  });
  return { calls, ...view };
}

const group = async (title: string) => within(await screen.findByRole("region", { name: title }));
const sent = (calls: ReturnType<typeof show>["calls"]) =>
  calls.filter((call) => call.method === "PATCH").map((call) => call.body);

describe("SettingsPage", () => {
  it("says where scanned documents are refused and what to install", async () => {
    const settings = buildSettings();
    const { data } = settings.json;
    const days = aSetting({ key: "unimported_document_days", kind: "number", value: 30 });
    show({
      "GET /api/admin/settings": {
        json: {
          success: true,
          data: { ...data, scansReady: false, groups: [{ key: "interviews", settings: [days] }] },
        },
      },
    });
    expect(await screen.findByText(/^Scanned documents are refused/u)).toBeVisible();
  });

  it("locks values set by environment variables and names the variable", async () => {
    show();
    const signIn = await group("Sign-in");
    expect(signIn.getByText("https://id.example.com")).toBeVisible();
    expect(signIn.getByText("Set by environment variable")).toBeVisible();
    expect(signIn.getByText("GREENROOM_OIDC_ISSUER")).toBeVisible();
    expect(signIn.queryByRole("textbox", { name: "Identity provider" })).toBeNull();
  });

  it.each([
    ["http://id.example.com", true],
    ["http://10.0.0.7:8080/realm", true],
    ["https://id.example.com", false],
    ["http://localhost:9000", false],
    ["http://127.0.0.1:9000", false],
    ["no address", false],
  ])("warns of an address without encryption: %s", async (value, isWarned) => {
    show({ "GET /api/admin/settings": buildSettings({ oidc_issuer: { value } }) });
    const signIn = await group("Sign-in");
    expect(signIn.queryAllByText(/^Not encrypted/u)).toHaveLength(isWarned ? 1 : 0);
  });

  it("distinguishes saved values, defaults and pending restarts", async () => {
    show();
    expect((await group("Branding")).getByText("Saved here")).toBeVisible();
    expect((await group("Email")).getByText("Default")).toBeVisible();
    expect((await group("Language model")).getByText("Restart required")).toBeVisible();
  });

  it("saves only the changes of that group", async () => {
    const { calls } = show({
      "PATCH /api/admin/settings": buildSettings({ self_registration: { value: true } }),
    });
    const signIn = await group("Sign-in");
    await userEvent.type(
      (await group("Branding")).getByRole("textbox", { name: "Product name" }),
      "!",
    );
    await userEvent.click(signIn.getByRole("switch", { name: "Self-registration" }));
    expect(signIn.getByText("1 unsaved change")).toBeVisible();
    await userEvent.click(signIn.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved.")).toBeVisible();
    expect(sent(calls)).toEqual([{ values: { self_registration: true } }]);
    expect(signIn.queryByRole("button", { name: "Save" })).toBeNull();
    expect((await group("Branding")).getByRole("button", { name: "Save" })).toBeVisible();
  });

  it("discards changes, and drops an input that is back at its stored value", async () => {
    show();
    const branding = await group("Branding");
    const field = branding.getByRole("textbox", { name: "Product name" });
    await userEvent.type(field, "!");
    await userEvent.click(branding.getByRole("button", { name: "Discard" }));
    expect(field).toHaveValue("Acme");
    await userEvent.type(field, "!{Backspace}");
    expect(branding.queryByRole("button", { name: "Save" })).toBeNull();
  });

  it("resets a setting to its default", async () => {
    const { calls } = show({
      "PATCH /api/admin/settings": buildSettings({
        product_name: { value: "Greenroom", source: "default" },
      }),
    });
    const branding = await group("Branding");
    await userEvent.click(branding.getByRole("button", { name: "Reset to default" }));
    expect(branding.getByRole("textbox", { name: "Product name" })).toHaveValue("Greenroom");
    await userEvent.click(branding.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(calls)).toEqual([{ values: { product_name: null } }]));
  });

  it("reports an invalid number immediately and sends nothing", async () => {
    const { calls } = show();
    const mail = await group("Email");
    const field = mail.getByRole("textbox", { name: "Mail server port" });
    await userEvent.clear(field);
    await userEvent.type(field, "smtp");
    await userEvent.click(mail.getByRole("button", { name: "Save" }));
    expect(field).toHaveAccessibleDescription("Enter a number.");
    expect(sent(calls)).toEqual([]);
  });

  it("shows the server's message next to its setting", async () => {
    show({
      "PATCH /api/admin/settings": {
        status: 422,
        json: {
          success: false,
          error: "Please check the form.",
          code: "VALIDATION_ERROR",
          fields: [{ path: "values.smtp_port", message: "At most 65535." }],
        },
      },
    });
    const mail = await group("Email");
    const field = mail.getByRole("textbox", { name: "Mail server port" });
    await userEvent.type(field, "000");
    await userEvent.click(mail.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(field).toHaveAccessibleDescription("At most 65535."));
    expect(field).toHaveValue("587000");
    expect(mail.queryByText("Please check the form.")).toBeNull();
  });

  it("never shows a secret, which can only be replaced or removed", async () => {
    const { calls } = show({ "PATCH /api/admin/settings": buildSettings() });
    const mail = await group("Email");
    expect(mail.getByText("Saved")).toBeVisible();
    await userEvent.click(mail.getByRole("button", { name: "Replace: Mail server password" }));
    await userEvent.type(mail.getByLabelText("Mail server password"), "new one");
    await userEvent.click(mail.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(calls)).toEqual([{ values: { smtp_password: "new one" } }]));
    expect(screen.queryByDisplayValue("new one")).toBeNull();
    await userEvent.click(
      await mail.findByRole("button", { name: "Remove: Mail server password" }),
    );
    expect(mail.getByText("Removed when you save.")).toBeVisible();
    await userEvent.click(mail.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    expect(sent(calls)[1]).toEqual({ values: { smtp_password: null } });
  });

  it("asks before unsaved changes are left", async () => {
    storeSession("t", {});
    const { router } = show();
    const branding = await group("Branding");
    await userEvent.type(branding.getByRole("textbox", { name: "Product name" }), "!");
    await userEvent.click(
      within(screen.getByRole("navigation", { name: "Administration" })).getByRole("link", {
        name: "Users",
      }),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe("/admin/settings");
    expect(branding.getByRole("textbox", { name: "Product name" })).toHaveValue("Acme!");
  });

  it("finds a setting by its variable and by its texts", async () => {
    show();
    const search = await screen.findByRole("searchbox", { name: "Search settings" });
    await userEvent.type(search, "smtp_port");
    expect(await group("Email")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Branding" })).toBeNull();
    await userEvent.clear(search);
    await userEvent.type(search, "zebra");
    expect(screen.getByText("No settings match your search")).toBeVisible();
  });

  it("shows the full redirect URI for the identity provider", async () => {
    show();
    expect(
      await screen.findByDisplayValue(`${window.location.origin}/auth/callback`),
    ).toBeVisible();
  });

  it("sends a test email where mail is set up and shows the mail server's reason", async () => {
    const { calls } = show({
      "POST /api/admin/settings/test-mail": {
        status: 502,
        json: {
          success: false,
          error: "The email was not sent: The mail server responded with an error. 554 No relay",
          code: "MAIL_FAILED",
          failure: { problem: "refused", serverText: "554 No relay" },
        },
      },
    });
    await screen.findByDisplayValue("ada@example.com");
    await userEvent.click(screen.getByRole("button", { name: "Send test email" }));
    expect(
      await screen.findByText(
        "The test email could not be sent. The mail server reported an error: 554 No relay",
      ),
    ).toBeVisible();
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({ to: "ada@example.com" });
  });

  it("sends no test email where mail is not set up", async () => {
    const { calls } = show({ "GET /api/admin/settings": buildSettings({}, false) });
    const button = await screen.findByRole("button", { name: "Send test email" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(button);
    expect(calls.filter((call) => call.method === "POST")).toHaveLength(0);
  });

  it("uploads a logo and shows the new one", async () => {
    let logoUrl: string | null = null;
    const { calls } = show({
      "GET /api/site": () => ({ json: { success: true, data: { logoUrl } } }),
      "PUT /api/admin/settings/logo": () => {
        logoUrl = "/api/site/logo?v=1";
        return { json: { success: true, data: { logoUrl } } };
      },
    });
    const file = new File(["x"], "logo.png", { type: "image/png" });
    await userEvent.upload(await screen.findByLabelText("Logo file"), file);
    expect(await screen.findByRole("img", { name: "Current logo" })).toHaveAttribute(
      "src",
      "/api/site/logo?v=1",
    );
    const body = calls.find((call) => call.method === "PUT")!.body as FormData;
    expect((body.get("logo") as File).name).toBe("logo.png");
  });

  it("offers a retry when the settings cannot be loaded", async () => {
    show({ "GET /api/admin/settings": new TypeError("failed to fetch") });
    expect(await screen.findByText("The settings could not be loaded")).toBeVisible();
  });
});
