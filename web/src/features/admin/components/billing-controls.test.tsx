/** Tests of the billing controls of an admin. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { BillingAccount } from "../api/types";
import { aPlan } from "../testing/a-plan";
import { BillingControls } from "./billing-controls";

const PATH = "/api/billing/admin/accounts/u1";
const STARTER = aPlan({ key: "starter" });
const BASIC = { ...STARTER, values: { ...STARTER.values, displayName: "Basic" } };
const data: BillingAccount = {
  account: {
    plan: "starter",
    creditsIncludedPerMonth: 20,
    documentsIncludedPerMonth: 200,
    nextRenewalDate: "2026-12-01T12:00:00Z",
  },
  status: {
    planDisplayName: "Starter",
    creditsRemaining: 7,
    creditsIncluded: 20,
    documents: { included: 200, remaining: 150 },
    periodStart: "2026-11-01T12:00:00Z",
    periodEnd: "2026-12-01T12:00:00Z",
    nextRenewalDate: "2026-12-01T12:00:00Z",
    isCancelled: false,
    cancellationEffectiveDate: null,
  },
};

type Calls = ReturnType<typeof stubFetch>;

const isPost = ({ method }: Calls[number]) => method === "POST";
const sentBody = (calls: Calls) => calls.find(isPost)!.body;

function show(action: string, response?: Parameters<typeof stubFetch>[0][string]) {
  const calls = stubFetch({
    "GET /api/admin/plans": { json: { success: true, data: [BASIC] } },
    [`POST ${PATH}/${action}`]: response ?? { json: { success: true, data } },
  });
  renderWithApp(<BillingControls userId="u1" data={data} />);
  return calls;
}

async function set(label: string, button: string, text: string) {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  if (text) await userEvent.type(input, text);
  await userEvent.click(screen.getByRole("button", { name: button }));
}

describe("BillingControls", () => {
  it("sends the remaining credits as the difference", async () => {
    const calls = show("adjust");
    await set("Credits Remaining", "Set: Credits Remaining", "25");
    expect(await screen.findByText("Billing updated")).toBeVisible();
    expect(sentBody(calls)).toEqual({ delta: 18 });
  });

  it("counts a blank control as 0", async () => {
    const calls = show("adjust");
    await set("Credits Remaining", "Set: Credits Remaining", "");
    expect(await screen.findByText("Billing updated")).toBeVisible();
    expect(sentBody(calls)).toEqual({ delta: -7 });
  });

  it("sends nothing while the remaining credits are unchanged", async () => {
    const calls = show("adjust");
    await userEvent.click(screen.getByRole("button", { name: "Set: Credits Remaining" }));
    expect(calls.filter(isPost)).toEqual([]);
  });

  it.each([
    ["Documents Remaining", "documents/set-remaining", { remaining: 40 }],
    ["Documents Included", "set-documents-included", { documentsIncludedPerMonth: 40 }],
    ["Credits Included", "set-credits-included", { creditsIncludedPerMonth: 40 }],
  ])("sends %s as it is", async (label, action, body) => {
    const calls = show(action);
    await set(label, `Set: ${label}`, "40");
    expect(await screen.findByText("Billing updated")).toBeVisible();
    expect(sentBody(calls)).toEqual(body);
  });

  it("grants extra credits with a key that makes a repeated request harmless", async () => {
    const calls = show("grant-credits");
    await set("Extra credits", "Grant: Extra credits", "5");
    expect(await screen.findByText("Billing updated")).toBeVisible();
    expect(sentBody(calls)).toEqual({
      credits: 5,
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/u) as string,
    });
  });

  it("sends the renewal in ISO form", async () => {
    const calls = show("set-next-renewal");
    await userEvent.click(screen.getByRole("button", { name: "Update Renewal" }));
    expect(await screen.findByText("Billing updated")).toBeVisible();
    expect(sentBody(calls)).toEqual({ nextRenewalDate: "2026-12-01T12:00:00.000Z" });
  });

  it("sends the chosen plan", async () => {
    const calls = show("set-plan");
    await userEvent.click(screen.getByRole("button", { name: "Update plan" }));
    expect(await screen.findByText("Billing updated")).toBeVisible();
    expect(sentBody(calls)).toEqual({ plan: "starter" });
  });

  it("offers the plans by the names that the admin gave them", async () => {
    show("set-plan");
    expect(await within(screen.getByLabelText("Plan")).findByText("Basic")).toBeVisible();
  });

  it("refuses what is no whole number, and sends nothing", async () => {
    const calls = show("documents/set-remaining");
    await set("Documents Remaining", "Set: Documents Remaining", "1.5");
    expect(screen.getByText("Enter a whole number from 0 to 1,000,000.")).toBeVisible();
    expect(calls.filter(isPost)).toEqual([]);
  });

  it("alerts with the specified text if the included credits cannot be set", async () => {
    show("set-credits-included", {
      status: 409,
      json: { success: false, error: "Busy.", message: "Busy.", code: "INVALID_STATE" },
    });
    await set("Credits Included", "Set: Credits Included", "40");
    expect(await screen.findByText("Failed to update credits included: Busy.")).toBeVisible();
  });

  it("shows any other failure below the controls", async () => {
    show("adjust", {
      status: 409,
      json: { success: false, error: "Too low.", message: "Too low.", code: "INVALID_STATE" },
    });
    await set("Credits Remaining", "Set: Credits Remaining", "1");
    expect(await screen.findByText("Too low.")).toBeVisible();
  });
});
