/** Queries for the signed-in user and their plan. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "./client";
import type { BillingSummary } from "./types";

export const currentUserQuery = queryOptions({
  queryKey: ["auth", "me"],
  queryFn: async ({ signal }) => (await api.get("/api/auth/me", { signal })).data,
  staleTime: 5 * 60_000,
});

export const billingSummaryQuery = queryOptions({
  queryKey: ["billing", "summary"],
  queryFn: async ({ signal }) => (await api.get("/api/billing/summary", { signal })).data,
});

export const billingRulesQuery = queryOptions({
  queryKey: ["billing", "rules"],
  queryFn: async ({ signal }) => (await api.get("/api/billing/rules", { signal })).data,
  staleTime: 5 * 60_000,
});

/** True only if the balance is known: a failed read must not lock the user out. */
export function hasNoCredits(
  summary: Pick<BillingSummary, "creditsRemaining"> | undefined,
): boolean {
  return summary !== undefined && summary.creditsRemaining <= 0;
}
