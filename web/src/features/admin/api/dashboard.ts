import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data } from "@/api/types";

import type { Dashboard } from "./types";

export const dashboardQuery = queryOptions({
  queryKey: ["admin", "dashboard"],
  queryFn: async ({ signal }) =>
    (await api.get<Data<Dashboard>>("/api/admin/dashboard", { signal })).data,
});
