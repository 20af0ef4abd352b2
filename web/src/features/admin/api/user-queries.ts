/** Queries for users and their billing accounts. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

import type { UserFilters } from "../lib/user-filters";

const LIMIT = 20;

export const USERS_KEY = ["admin", "users"] as const;

export function userListQuery(filters: UserFilters) {
  return queryOptions({
    queryKey: [...USERS_KEY, "list", filters],
    queryFn: ({ signal }) =>
      api.get("/api/admin/users", { query: { ...filters, limit: LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function adminUserQuery(userId: string) {
  return queryOptions({
    queryKey: [...USERS_KEY, "one", userId],
    queryFn: async ({ signal }) =>
      (await api.get("/api/admin/users/{user_id}", { params: { user_id: userId }, signal })).data,
  });
}

export function billingAccountQuery(userId: string) {
  return queryOptions({
    queryKey: ["admin", "billing", userId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/billing/admin/accounts/{user_id}", {
          params: { user_id: userId },
          signal,
        })
      ).data,
  });
}
