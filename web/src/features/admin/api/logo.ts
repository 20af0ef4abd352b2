import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { siteQuery } from "@/api/site";
import type { Data } from "@/api/types";

import type { LogoAnswer } from "./types";

const PATH = "/api/admin/settings/logo";

/** Saves the picture, or removes the one that is there for null. */
export function useChangeLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (logo: File | null) => {
      if (logo === null) return api.delete<Data<LogoAnswer>>(PATH);
      const form = new FormData();
      form.append("logo", logo);
      return api.put<Data<LogoAnswer>>(PATH, form);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: siteQuery.queryKey }),
  });
}
