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

/** A few active users whose name, username or email contains `search`. */
export function activeUsersQuery(search: string) {
  return queryOptions({
    queryKey: [...USERS_KEY, "active", search],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/admin/users", {
          query: { search, status: "active", limit: 10 },
          signal,
        })
      ).data,
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

export function userLedgerQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: ["admin", "ledger", userId, page],
    queryFn: ({ signal }) =>
      api.get("/api/billing/admin/accounts/{user_id}/ledger", {
        params: { user_id: userId },
        query: { page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
