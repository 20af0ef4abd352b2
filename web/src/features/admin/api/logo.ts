/** Upload and removal of the logo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { siteQuery } from "@/api/site";

const PATH = "/api/admin/settings/logo";

/** Saves a new logo, or removes the current one if the file is null. */
export function useChangeLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (logo: File | null) =>
      logo === null ? api.delete(PATH) : api.put(PATH, { form: { logo } }),
    onSuccess: () => client.invalidateQueries({ queryKey: siteQuery.queryKey }),
  });
}
