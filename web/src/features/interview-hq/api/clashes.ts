/** Query for interviews that overlap a time. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

/** Query for the user's other interviews at that time. */
export function clashesQuery(query: { start: string; minutes: number; exceptId: string }) {
  return queryOptions({
    queryKey: ["interviews", "clashes", query],
    queryFn: async ({ signal }) =>
      (await api.get("/api/interviews/clashes", { query, signal })).data,
  });
}
