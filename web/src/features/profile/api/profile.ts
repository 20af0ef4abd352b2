/** Changes to the user's profile. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { currentUserQuery } from "@/api/current-user";
import type { Schemas } from "@/api/types";

export type ProfilePatch = Schemas["ProfilePatch"];

export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (patch: ProfilePatch) =>
      (await api.patch("/api/profile", { body: patch })).data,
    onSuccess: (user) => client.setQueryData(currentUserQuery.queryKey, user),
  });
}
