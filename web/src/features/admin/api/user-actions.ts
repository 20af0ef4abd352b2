/** Mutations on user accounts. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import type { Delivery, NewUser, UserChange, UserRecords } from "./types";

/** Any action on a user may change every admin list. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["admin"] });
}

export function useCreateUser() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (user: NewUser) => (await api.post("/api/admin/users", { body: user })).data,
    onSuccess: refresh,
  });
}

export function useChangeUser(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (change: UserChange) =>
      (
        await api.patch("/api/admin/users/{user_id}", {
          params: { user_id: userId },
          body: change,
        })
      ).data,
    onSuccess: refresh,
  });
}

export function useResetPassword(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (delivery: Delivery) =>
      (
        await api.post("/api/admin/users/{user_id}/reset-password", {
          params: { user_id: userId },
          body: { delivery },
        })
      ).data,
    onSuccess: refresh,
  });
}

export function useEndSessions(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      api.post("/api/admin/users/{user_id}/end-sessions", { params: { user_id: userId } }),
    onSuccess: refresh,
  });
}

export function useResetSecondFactor(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      api.post("/api/admin/users/{user_id}/reset-second-factor", { params: { user_id: userId } }),
    onSuccess: refresh,
  });
}

export function useDeleteUser(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ records, handOverTo }: { records: UserRecords; handOverTo: string | null }) =>
      api.delete("/api/admin/users/{user_id}", {
        params: { user_id: userId },
        query: { records, ...(handOverTo !== null && { handOverTo }) },
      }),
    onSuccess: refresh,
  });
}
