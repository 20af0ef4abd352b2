/** Tests of the texts of plan allowances. */
import i18next from "i18next";
import { expect, it } from "vitest";

import type { Plan } from "@/api/plans";

import { listAllowances } from "./plan-allowances";

const t = i18next.getFixedT("en", "landing");

const aPlan = (part: Partial<Plan>): Plan => ({
  key: "free",
  displayName: "Trial",
  monthlyPriceCents: 0,
  creditsIncludedPerMonth: 0,
  documentsIncludedPerMonth: 0,
  startingCredits: null,
  startingDocuments: null,
  ...part,
});

it("shows the starting allowances of a free plan, and nothing per month", () => {
  expect(listAllowances(aPlan({ startingCredits: 3, startingDocuments: 10 }), t)).toEqual([
    "3 interview credits to start",
    "10 documents to start",
  ]);
});

it("shows the monthly allowances of a paid plan", () => {
  const plan = aPlan({ creditsIncludedPerMonth: 20, documentsIncludedPerMonth: 1000 });
  expect(listAllowances(plan, t)).toEqual([
    "20 interview credits per month",
    "1,000 documents per month",
  ]);
});

it("uses the singular for one", () => {
  expect(listAllowances(aPlan({ startingCredits: 1, startingDocuments: 1 }), t)).toEqual([
    "1 interview credit to start",
    "1 document to start",
  ]);
});
