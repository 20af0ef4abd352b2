import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Schemas } from "@/api/types";

export type Plan = Schemas["PlanView"];

/** The plans in the order of the server; none where nothing is metered. */
export const plansQuery = queryOptions({
  queryKey: ["billing", "plans"],
  queryFn: async ({ signal }) =>
    (await api.get<Data<Plan[]>>("/api/billing/plans", { signal })).data,
  staleTime: 5 * 60_000,
});
