/** Draft of a plan in the admin form, and the change request built from it. */
import type { AdminPlan, PlanChange } from "../api/plans";
import { readAmount } from "./billing-input";

/** The texts of the controls. */
export interface PlanDraft {
  displayName: string;
  /** In dollars. */
  price: string;
  credits: string;
  documents: string;
  stripePrice: string;
}

export type PlanProblem = "nameMissing" | "nameTaken" | "price" | "amount";

const MAX_PRICE_CENTS = 10_000_000;

/** Cents of a price in dollars with at most two decimal places; blank counts as 0. Null for anything else. */
export function readPrice(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return 0;
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/u.exec(trimmed);
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents <= MAX_PRICE_CENTS ? cents : null;
}

/** The amounts of the free plan are granted once, those of the others every month. */
export function isFree(plan: AdminPlan): boolean {
  return plan.key === "free";
}

export function toPlanDraft(plan: AdminPlan, values: AdminPlan["values"]): PlanDraft {
  return {
    displayName: values.displayName,
    price: (values.monthlyPriceCents / 100).toFixed(2),
    credits: String(isFree(plan) ? values.startingCredits : values.creditsIncludedPerMonth),
    documents: String(isFree(plan) ? values.startingDocuments : values.documentsIncludedPerMonth),
    stripePrice: plan.stripePrice?.priceId ?? "",
  };
}

/** What is wrong with a draft, by control. */
export function findDraftProblems(
  draft: PlanDraft,
  otherNames: readonly string[],
): Partial<Record<keyof PlanDraft, PlanProblem>> {
  const name = draft.displayName.trim().toLowerCase();
  return {
    ...(name === "" && { displayName: "nameMissing" }),
    ...(otherNames.some((other) => other.toLowerCase() === name) && { displayName: "nameTaken" }),
    ...(readPrice(draft.price) === null && { price: "price" }),
    ...(readAmount(draft.credits) === null && { credits: "amount" }),
    ...(readAmount(draft.documents) === null && { documents: "amount" }),
  };
}

/** The change that a draft without problems asks for. */
export function toPlanChange(plan: AdminPlan, draft: PlanDraft): PlanChange {
  const credits = readAmount(draft.credits) ?? 0;
  const documents = readAmount(draft.documents) ?? 0;
  const free = isFree(plan);
  return {
    displayName: draft.displayName.trim(),
    monthlyPriceCents: free ? 0 : (readPrice(draft.price) ?? 0),
    creditsIncludedPerMonth: free ? 0 : credits,
    documentsIncludedPerMonth: free ? 0 : documents,
    startingCredits: free ? credits : 0,
    startingDocuments: free ? documents : 0,
    stripePriceId: plan.stripePrice && !plan.stripePrice.isLocked ? draft.stripePrice.trim() : null,
  };
}
