/** Tests of the setup after the first account. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { storeSession } from "@/api/session-token";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Finding, Setting, Setup, StepKey } from "../../api/types";
import { aSetting } from "../../testing/a-setting";
import { ada } from "../../testing/a-user";
import { anHttps } from "../../testing/an-https";
import { SetupAssistantPage } from "./setup-assistant-page";

const SETTINGS: Partial<Record<StepKey, Setting[]>> = {
  address: [aSetting({ key: "public_url" })],
  mail: [aSetting({ key: "smtp_host" }), aSetting({ key: "mail_from" })],
  billing: [
    aSetting({
      key: "billing_mode",
      kind: "choice",
      value: "internal",
      choices: ["off", "internal", "stripe"],
    }),
    aSetting({ key: "stripe_secret_key", kind: "secret" }),
  ],
  privacy: [
    aSetting({ key: "consistency_check", kind: "boolean", value: true }),
    aSetting({ key: "interview_retention_days", kind: "number", value: null }),
  ],
};
const KEYS = [
  "account",
  "address",
  "models",
  "mail",
  "sign_in",
  "billing",
  "privacy",
  "demo",
  "finish",
] as const;

function buildSetup(outcomes: Partial<Record<StepKey, "done" | "skipped">> = {}): Setup {
  return {
    steps: KEYS.map((key) => ({
      key,
      settings: (SETTINGS[key] ?? []).map((setting) => setting.key),
      dependencies:
        key === "billing"
          ? [{ key: "stripe_secret_key", on: "billing_mode", values: ["stripe"] }]
          : [],
      jurisdictions:
        key === "privacy"
          ? [
              { key: "eu", values: { consistency_check: false, interview_retention_days: 180 } },
              { key: "us", values: { consistency_check: true, interview_retention_days: 365 } },
            ]
          : [],
      outcome: key === "account" ? "done" : (outcomes[key] ?? null),
    })),
    isUnfinished: true,
    capacity: null,
  };
}

const PROBLEM: Finding = {
  code: "mail_failed",
  isProblem: true,
  detail: "",
  modelProblem: null,
  emailFailure: { problem: "login_refused", serverText: "535 Wrong password" },
};

function show(
  at: string,
  {
    setup = buildSetup(),
    findings = [],
    routes = {},
  }: { setup?: Setup; findings?: Finding[]; routes?: Parameters<typeof stubFetch>[0] } = {},
) {
  storeSession("jwt", ada);
  const settings = {
    groups: [{ key: "server", settings: Object.values(SETTINGS).flat() }],
    mailReady: false,
    scansReady: true,
    redirectUri: "/auth/callback",
  };
  const outcomes: Partial<Record<StepKey, "done" | "skipped">> = {};
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: ada } },
    "GET /api/site": { json: { success: true, data: {} } },
    "GET /api/admin/setup": { json: { success: true, data: setup } },
    "GET /api/admin/settings": { json: { success: true, data: settings } },
    "PATCH /api/admin/settings": { json: { success: true, data: settings } },
    "POST /api/admin/setup/check": { json: { success: true, data: findings } },
    "GET /api/admin/setup/https": { json: { success: true, data: anHttps() } },
    "PUT /api/admin/setup": ({ body }) => {
      const { step, outcome } = body as { step: StepKey; outcome: "done" | "skipped" };
      outcomes[step] = outcome;
      return { json: { success: true, data: buildSetup(outcomes) } };
    },
    ...routes,
  });
  const view = renderWithApp(<SetupAssistantPage />, {
    path: "/admin/setup/:step?",
    at,
    routes: [
      { path: "/interviews", element: <p>The list</p> },
      { path: "/admin/settings", element: <p>All settings</p> },
    ],
  });
  const sent = (method: string) =>
    calls.filter((call) => call.method === method).map((call) => call.body);
  return { calls, sent, ...view };
}

describe("SetupAssistantPage", () => {
  it("resumes at the first step that nobody has left behind", async () => {
    const setup = buildSetup({ address: "done", models: "skipped" });
    const { router } = show("/admin/setup", { setup });
    expect(await screen.findByRole("heading", { name: "Email" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/admin/setup/mail");
    const nav = within(screen.getByRole("navigation", { name: "Steps of the setup" }));
    expect(nav.getByRole("link", { name: "AI models (Skipped)" })).toBeVisible();
  });

  it("saves what was entered, lets the server check it and goes on", async () => {
    const { sent } = show("/admin/setup/address");
    await userEvent.type(await screen.findByLabelText("Public address"), "https://gr.example.com");
    await userEvent.click(screen.getByRole("button", { name: "Save and continue" }));
    expect(await screen.findByRole("heading", { name: "AI models" })).toBeVisible();
    expect(sent("PATCH")).toEqual([{ values: { public_url: "https://gr.example.com" } }]);
    expect(sent("PUT")).toEqual([{ step: "address", outcome: "done" }]);
  });

  it("stays on a step whose check finds a problem until the user goes on all the same", async () => {
    const { sent } = show("/admin/setup/mail", { findings: [PROBLEM] });
    await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
    await userEvent.click(await screen.findByRole("button", { name: "Continue anyway" }));
    expect(await screen.findByRole("heading", { name: "Sign-in" })).toBeVisible();
    expect(sent("PUT")).toEqual([{ step: "mail", outcome: "done" }]);
  });

  it("says in words what the check found", async () => {
    show("/admin/setup/mail", { findings: [PROBLEM] });
    expect(
      await screen.findByText(
        "No email can be sent with these settings. The mail server refused the login: 535 Wrong password",
      ),
    ).toBeVisible();
  });

  it("names the model that cannot be used, and what to do", async () => {
    const finding: Finding = {
      code: "model_missing",
      isProblem: true,
      detail: "",
      modelProblem: {
        code: "model_unreadable",
        params: { model: "qwen" },
        technicalText: "[Errno 13] Permission denied",
      },
      emailFailure: null,
    };
    show("/admin/setup/models", { findings: [finding] });
    await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
    expect(
      await screen.findByText(
        /^A model cannot be used\. The model qwen cannot be read\. .* \[Errno 13\] Permission denied$/u,
      ),
    ).toBeVisible();
  });

  it("skips a step without saving what was typed", async () => {
    const { sent } = show("/admin/setup/address");
    await userEvent.type(await screen.findByLabelText("Public address"), "https://typo");
    await userEvent.click(screen.getByRole("button", { name: "Skip" }));
    expect(await screen.findByRole("heading", { name: "AI models" })).toBeVisible();
    expect(sent("PATCH")).toEqual([]);
    expect(sent("PUT")).toEqual([{ step: "address", outcome: "skipped" }]);
  });

  it("asks for Stripe's keys only where users pay", async () => {
    show("/admin/setup/billing");
    await screen.findByRole("heading", { name: "Billing" });
    expect(screen.queryByLabelText("Stripe secret key")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("combobox", { name: "Billing mode" }));
    await userEvent.click(await screen.findByRole("option", { name: "Stripe" }));
    expect(await screen.findByLabelText("Stripe secret key")).toBeVisible();
  });

  it("can be finished from every page", async () => {
    const { sent } = show("/admin/setup/mail");
    await userEvent.click(await screen.findByRole("button", { name: "Finish setup" }));
    expect(await screen.findByText("The list")).toBeVisible();
    expect(sent("PUT")).toEqual([{ step: "finish", outcome: "done" }]);
  });

  it("creates a demo interview and leads to it", async () => {
    const { sent } = show("/admin/setup/demo", {
      routes: {
        "POST /api/demo-interview": { json: { success: true, data: { interviewId: "i1" } } },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Create demo interview" }));
    expect(await screen.findByRole("link", { name: "Open demo interview" })).toHaveAttribute(
      "href",
      "/interview-hq/i1",
    );
    // The step is done even if the user leaves without "Continue".
    await waitFor(() => expect(sent("PUT")).toEqual([{ step: "demo", outcome: "done" }]));
  });

  it("fills the privacy settings from the profile of a jurisdiction", async () => {
    const { sent } = show("/admin/setup/privacy");
    const eu = await screen.findByRole("radio", { name: "European Union, EEA, Switzerland" });
    expect(eu).not.toBeChecked();
    await userEvent.click(eu);
    expect(eu).toBeChecked();
    await userEvent.click(screen.getByRole("button", { name: "Save and continue" }));
    await waitFor(() =>
      expect(sent("PATCH")).toEqual([
        { values: { consistency_check: false, interview_retention_days: 180 } },
      ]),
    );
  });

  it("shows what the language model wrote and what the machine carries", async () => {
    show("/admin/setup/models", {
      routes: {
        "GET /api/health": { json: { success: true, engines: [] } },
        "POST /api/admin/setup/write": {
          json: { success: true, data: { text: "Welcome, Cara.", model: "m", seconds: 2.5 } },
        },
        "POST /api/admin/setup/measure": {
          json: {
            success: true,
            data: { interviews: 3, model: "w", measuredAt: "2026-11-23T02:00:00Z" },
          },
        },
      },
    });
    const write = await screen.findByRole("button", { name: "Let the model write a sentence" });
    await userEvent.click(write);
    expect(await screen.findByText("Welcome, Cara.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Measure this machine" }));
    expect(await screen.findByText(/can run 3 interviews at once/u)).toBeVisible();
  });

  it("says that the setup could not be loaded", async () => {
    show("/admin/setup/mail", {
      routes: { "GET /api/admin/setup": { status: 500, json: { success: false, error: "no" } } },
    });
    expect(await screen.findByText("The setup could not be loaded")).toBeVisible();
  });
});
