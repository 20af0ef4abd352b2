import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Page } from "@/api/types";

import type { UserFilters } from "../lib/user-filters";
import type { AdminUser, BillingAccount } from "./types";

const LIMIT = 20;

export const USERS_KEY = ["admin", "users"] as const;

export function userListQuery(filters: UserFilters) {
  return queryOptions({
    queryKey: [...USERS_KEY, "list", filters],
    queryFn: ({ signal }) =>
      api.get<Page<AdminUser>>("/api/admin/users", { query: { ...filters, limit: LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function adminUserQuery(userId: string) {
  return queryOptions({
    queryKey: [...USERS_KEY, "one", userId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<AdminUser>>(`/api/admin/users/${encodeURIComponent(userId)}`, { signal }))
        .data,
  });
}

export function billingAccountQuery(userId: string) {
  return queryOptions({
    queryKey: ["admin", "billing", userId],
    queryFn: async ({ signal }) =>
      (
        await api.get<Data<BillingAccount>>(
          `/api/billing/admin/accounts/${encodeURIComponent(userId)}`,
          { signal },
        )
      ).data,
  });
}
