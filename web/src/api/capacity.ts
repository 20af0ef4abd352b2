/** Query for whether this server can run another interview now. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "./client";

const REFRESH_MS = 30_000;

export const capacityQuery = queryOptions({
  queryKey: ["interviews", "capacity"],
  queryFn: async ({ signal }) => (await api.get("/api/interviews/capacity", { signal })).data,
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  retry: false,
});
