/** Query for the changes of the user's own balances. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

export function ledgerQuery(page: number) {
  return queryOptions({
    queryKey: ["billing", "ledger", page],
    queryFn: ({ signal }) => api.get("/api/billing/ledger", { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}
