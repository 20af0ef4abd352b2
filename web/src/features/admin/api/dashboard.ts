/** Query for the admin dashboard. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

export const dashboardQuery = queryOptions({
  queryKey: ["admin", "dashboard"],
  queryFn: async ({ signal }) => (await api.get("/api/admin/dashboard", { signal })).data,
});
