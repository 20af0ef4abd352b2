/** Query and exports of usage and cost. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { downloadFile } from "@/api/download";

import { USERS_KEY } from "./user-queries";

export function userUsageQuery(userId: string, days: number) {
  return queryOptions({
    queryKey: [...USERS_KEY, "usage", userId, days],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/admin/users/{user_id}/usage", {
          params: { user_id: userId },
          query: { days },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
}

/** Usage of one user per day, as CSV. */
export function downloadUserUsage(userId: string, days: number) {
  return downloadFile("/api/admin/users/{user_id}/usage/export.csv", {
    params: { user_id: userId },
    query: { days },
  });
}

/** Usage of everybody in the last days, as CSV. */
export function downloadUsage(days: number) {
  return downloadFile("/api/admin/usage/export.csv", { query: { days } });
}
