/** Changes the interface language immediately and saves it to the profile for other devices. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { currentUserQuery } from "@/api/current-user";
import { chooseLanguage, type Language } from "@/lib/i18n";

export function useSaveLanguage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (language: Language) => {
      await chooseLanguage(language);
      return (await api.patch("/api/profile", { body: { language } })).data;
    },
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
  });
}
