/** A plan of the admin API for tests. */
import type { AdminPlan } from "../api/plans";

const VALUES: Record<AdminPlan["key"], AdminPlan["values"]> = {
  free: {
    displayName: "Trial",
    monthlyPriceCents: 0,
    creditsIncludedPerMonth: 0,
    documentsIncludedPerMonth: 0,
    startingCredits: 3,
    startingDocuments: 10,
  },
  starter: {
    displayName: "Starter",
    monthlyPriceCents: 3900,
    creditsIncludedPerMonth: 20,
    documentsIncludedPerMonth: 200,
    startingCredits: 0,
    startingDocuments: 0,
  },
  growth: {
    displayName: "Growth",
    monthlyPriceCents: 7900,
    creditsIncludedPerMonth: 60,
    documentsIncludedPerMonth: 1000,
    startingCredits: 0,
    startingDocuments: 0,
  },
};

export function aPlan(plan: Partial<AdminPlan> & Pick<AdminPlan, "key">): AdminPlan {
  return {
    values: VALUES[plan.key],
    defaults: VALUES[plan.key],
    userCount: 2,
    stripePrice: null,
    ...plan,
  };
}
