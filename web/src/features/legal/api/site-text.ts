/** Query for custom legal texts. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

export type LegalTextName = "terms" | "privacy";

/** Query for a custom legal text in Markdown; null if the built-in text applies. */
export const siteTextQuery = (name: LegalTextName) =>
  queryOptions({
    queryKey: ["site", "text", name],
    queryFn: async ({ signal }) =>
      (await api.get("/api/site/texts/{text}", { params: { text: name }, signal })).data.markdown,
    staleTime: 5 * 60_000,
  });
