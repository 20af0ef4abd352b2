/** Query for the plans. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "./client";
import type { Schemas } from "./types";

export type Plan = Schemas["PlanView"];

/** Query for the plans, in server order; empty if usage is not metered. */
export const plansQuery = queryOptions({
  queryKey: ["billing", "plans"],
  queryFn: async ({ signal }) => (await api.get("/api/billing/plans", { signal })).data,
  staleTime: 5 * 60_000,
});
