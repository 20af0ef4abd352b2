import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

export type LegalTextName = "terms" | "privacy";

/** The admin's own Markdown, or null where the built-in text holds. */
export const siteTextQuery = (name: LegalTextName) =>
  queryOptions({
    queryKey: ["site", "text", name],
    queryFn: async ({ signal }) =>
      (await api.get("/api/site/texts/{text}", { params: { text: name }, signal })).data.markdown,
    staleTime: 5 * 60_000,
  });
