/** Query for the state of the AI engines. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

const REFRESH_MS = 5000;

export const enginesQuery = queryOptions({
  queryKey: ["admin", "engines"],
  queryFn: async ({ signal }) => (await api.get("/api/health", { signal })).engines,
  refetchInterval: REFRESH_MS,
});
