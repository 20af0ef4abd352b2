/** Tests of the form of a plan. */
import { describe, expect, it } from "vitest";

import { aPlan } from "../testing/a-plan";
import { findDraftProblems, readPrice, toPlanChange, toPlanDraft } from "./plan-draft";

describe("readPrice", () => {
  it.each([
    ["39", 3900],
    ["39.5", 3950],
    [" 39,99 ", 3999],
    ["0.05", 5],
    ["", 0],
    ["100000", 10_000_000],
  ])("reads '%s' as %i cents", (text, cents) => {
    expect(readPrice(text)).toBe(cents);
  });

  it.each(["-1", "39.999", "1e3", "$39", "100000.01", "1.000,00", "."])("refuses '%s'", (text) => {
    expect(readPrice(text)).toBeNull();
  });
});

describe("plan drafts", () => {
  it("send a plan back as it is", () => {
    const plan = aPlan({ key: "starter" });
    expect(toPlanChange(plan, toPlanDraft(plan, plan.values))).toEqual({
      ...plan.values,
      stripePriceId: null,
    });
  });

  it("grant the amounts of the free plan once", () => {
    const plan = aPlan({ key: "free" });
    const change = toPlanChange(plan, {
      ...toPlanDraft(plan, plan.values),
      price: "5",
      credits: "1",
      documents: "",
    });
    expect(change).toMatchObject({
      monthlyPriceCents: 0,
      creditsIncludedPerMonth: 0,
      documentsIncludedPerMonth: 0,
      startingCredits: 1,
      startingDocuments: 0,
    });
  });

  it("send the Stripe price unless the environment sets it", () => {
    for (const [isLocked, expected] of [
      [false, "price_2"],
      [true, null],
    ] as const) {
      const plan = aPlan({ key: "starter", stripePrice: { priceId: "price_1", isLocked } });
      const draft = { ...toPlanDraft(plan, plan.values), stripePrice: " price_2 " };
      expect(toPlanChange(plan, draft).stripePriceId).toBe(expected);
    }
  });

  it("name every problem", () => {
    const draft = {
      displayName: " ",
      price: "x",
      credits: "1.5",
      documents: "-1",
      stripePrice: "",
    };
    expect(findDraftProblems(draft, ["Growth"])).toEqual({
      displayName: "nameMissing",
      price: "price",
      credits: "amount",
      documents: "amount",
    });
    const named = { ...draft, displayName: "growth " };
    expect(findDraftProblems(named, ["Growth"]).displayName).toBe("nameTaken");
  });
});
