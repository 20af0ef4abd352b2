/** Query for the state of the server, its database and the AI engines. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

const REFRESH_MS = 5000;

export const healthQuery = queryOptions({
  queryKey: ["admin", "health"],
  queryFn: ({ signal }) => api.get("/api/health", { signal }),
  refetchInterval: REFRESH_MS,
});
