import { queryOptions } from "@tanstack/react-query";

import { api } from "./client";
import type { Schemas } from "./types";

export type Site = Schemas["Site"];

/** What the admin made of this server's face: its name, logo, texts, plans and ways in. */
export const siteQuery = queryOptions({
  queryKey: ["site"],
  queryFn: async ({ signal }) => (await api.get("/api/site", { signal })).data,
  staleTime: 5 * 60_000,
});
