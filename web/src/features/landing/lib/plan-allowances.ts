/** Allowances of a plan as text, if the server gives a number for them. */
import type { TFunction } from "i18next";

import type { Plan } from "@/api/plans";
import { formatNumber } from "@/lib/format";

export function listAllowances(plan: Plan, t: TFunction<"landing">): string[] {
  const figures = [
    ["creditsToStart", plan.startingCredits],
    ["documentsToStart", plan.startingDocuments],
    ["credits", plan.creditsIncludedPerMonth],
    ["documents", plan.documentsIncludedPerMonth],
  ] as const;
  return figures.flatMap(([name, count]) =>
    count ? [t(`pricing.${name}`, { count, amount: formatNumber(count) })] : [],
  );
}
