import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Schemas } from "@/api/types";

export type LegalTextName = "terms" | "privacy";

/** The admin's own Markdown, or null where the built-in text holds. */
export const siteTextQuery = (name: LegalTextName) =>
  queryOptions({
    queryKey: ["site", "text", name],
    queryFn: async ({ signal }) =>
      (await api.get<Data<Schemas["SiteText"]>>(`/api/site/texts/${name}`, { signal })).data
        .markdown,
    staleTime: 5 * 60_000,
  });
