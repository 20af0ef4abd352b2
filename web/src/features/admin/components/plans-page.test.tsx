/** Tests of the page on which an admin changes the plans. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { AdminPlan } from "../api/plans";
import { aPlan } from "../testing/a-plan";
import { PlansPage } from "./plans-page";

const PLANS = [aPlan({ key: "free" }), aPlan({ key: "starter" }), aPlan({ key: "growth" })];

type Routes = Parameters<typeof stubFetch>[0];

function show(plans: AdminPlan[] = PLANS, routes: Routes = {}) {
  const calls = stubFetch({
    "GET /api/admin/plans": { json: { success: true, data: plans } },
    ...routes,
  });
  renderWithApp(<PlansPage />);
  return calls;
}

async function findForm(plan: string) {
  return within(await screen.findByRole("form", { name: `Plan ${plan}` }));
}

describe("PlansPage", () => {
  it("saves one plan and says so", async () => {
    const stored = { ...PLANS[1]!.values, monthlyPriceCents: 4550, creditsIncludedPerMonth: 30 };
    const saved = PLANS.map((plan) =>
      plan.key === "starter" ? { ...plan, values: stored } : plan,
    );
    const calls = show(PLANS, {
      "PUT /api/admin/plans/starter": { json: { success: true, data: saved } },
    });
    const form = await findForm("Starter");
    expect(form.getByRole("button", { name: "Save Starter" })).toBeDisabled();
    await userEvent.clear(form.getByLabelText("Price per month ($)"));
    await userEvent.type(form.getByLabelText("Price per month ($)"), "45.5");
    await userEvent.clear(form.getByLabelText("Credits per month"));
    await userEvent.type(form.getByLabelText("Credits per month"), "30");
    await userEvent.click(form.getByRole("button", { name: "Save Starter" }));
    expect(await screen.findByText("Plan saved")).toBeVisible();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      ...stored,
      stripePriceId: null,
    });
    expect(form.getByLabelText("Price per month ($)")).toHaveValue("45.50");
  });

  it("refuses invalid values and sends nothing", async () => {
    const calls = show();
    const form = await findForm("Growth");
    await userEvent.clear(form.getByLabelText("Name"));
    await userEvent.type(form.getByLabelText("Name"), "Starter");
    await userEvent.type(form.getByLabelText("Documents per month"), ".5");
    await userEvent.click(form.getByRole("button", { name: "Save Growth" }));
    expect(form.getByText("Another plan has this name.")).toBeVisible();
    expect(form.getByText("Enter a whole number from 0 to 1,000,000.")).toBeVisible();
    expect(calls.filter(({ method }) => method === "PUT")).toEqual([]);
  });

  it("offers the default values of a changed plan", async () => {
    const plan = aPlan({ key: "starter" });
    show([{ ...plan, values: { ...plan.values, displayName: "Basic" } }]);
    const form = await findForm("Basic");
    await userEvent.click(form.getByRole("button", { name: "Use defaults" }));
    expect(form.getByLabelText("Name")).toHaveValue("Starter");
    expect(form.queryByRole("button", { name: "Use defaults" })).toBeNull();
  });

  it("shows the Stripe price, which the environment may set", async () => {
    show([
      aPlan({ key: "starter", stripePrice: { priceId: "price_1", isLocked: false } }),
      aPlan({ key: "growth", stripePrice: { priceId: "price_2", isLocked: true } }),
    ]);
    expect((await findForm("Starter")).getByLabelText("Stripe price ID")).toHaveValue("price_1");
    expect((await findForm("Growth")).getByLabelText("Stripe price ID")).toBeDisabled();
  });

  it("shows why a plan was refused", async () => {
    const refused = { success: false, error: "Set there.", message: "Set there.", code: "X" };
    show(PLANS, { "PUT /api/admin/plans/free": { status: 409, json: refused } });
    const form = await findForm("Trial");
    await userEvent.type(form.getByLabelText("Credits at the start"), "0");
    await userEvent.click(form.getByRole("button", { name: "Save Trial" }));
    expect(await form.findByText("Set there.")).toBeVisible();
    expect(form.getByLabelText("Credits at the start")).toHaveValue("30");
  });

  it("says that there are no plans where usage is not metered", async () => {
    const off = { success: false, error: "Off.", message: "Off.", code: "BILLING_OFF" };
    show(PLANS, { "GET /api/admin/plans": { status: 404, json: off } });
    expect(await screen.findByText("No plans in this billing mode")).toBeVisible();
  });
});
