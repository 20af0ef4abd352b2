/** Query and change of the plans. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

export type AdminPlan = Schemas["AdminPlan"];
export type PlanChange = Schemas["PlanChange"];

export const adminPlansQuery = queryOptions({
  queryKey: ["admin", "plans"],
  queryFn: async ({ signal }) => (await api.get("/api/admin/plans", { signal })).data,
});

export function useChangePlan(key: AdminPlan["key"]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: PlanChange) =>
      (await api.put("/api/admin/plans/{plan_key}", { params: { plan_key: key }, body })).data,
    onSuccess: async (plans) => {
      client.setQueryData(adminPlansQuery.queryKey, plans);
      // Names, prices and amounts also show on the overview, on pages of users, and on Plans.
      await Promise.all([
        client.invalidateQueries({ queryKey: ["admin"] }),
        client.invalidateQueries({ queryKey: ["billing"] }),
      ]);
    },
  });
}
