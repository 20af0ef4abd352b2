/** Query for the public settings of this server. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "./client";
import type { Schemas } from "./types";

export type Site = Schemas["Site"];

/** Query for the public settings of this server: name, logo, texts, plans and sign-in methods. */
export const siteQuery = queryOptions({
  queryKey: ["site"],
  queryFn: async ({ signal }) => (await api.get("/api/site", { signal })).data,
  staleTime: 5 * 60_000,
});
