import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data } from "@/api/types";

import type { AdminUser, Delivery, IssuedAccess, NewUser, UserChange } from "./types";

/** Every action on a person may change any list that shows people. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["admin"] });
}

const pathOf = (userId: string) => `/api/admin/users/${encodeURIComponent(userId)}`;

export function useCreateUser() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (user: NewUser) =>
      (await api.post<Data<IssuedAccess>>("/api/admin/users", user)).data,
    onSuccess: refresh,
  });
}

export function useChangeUser(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (change: UserChange) =>
      (await api.patch<Data<AdminUser>>(pathOf(userId), change)).data,
    onSuccess: refresh,
  });
}

export function useResetPassword(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (delivery: Delivery) =>
      (await api.post<Data<IssuedAccess>>(`${pathOf(userId)}/reset-password`, { delivery })).data,
    onSuccess: refresh,
  });
}

export function useEndSessions(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post<Data<AdminUser>>(`${pathOf(userId)}/end-sessions`),
    onSuccess: refresh,
  });
}

export function useResetSecondFactor(userId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post<Data<AdminUser>>(`${pathOf(userId)}/reset-second-factor`),
    onSuccess: refresh,
  });
}
