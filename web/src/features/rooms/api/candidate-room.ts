/** HTTP calls of the candidate room: open the link, give consent. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

const asCandidate = (candidateToken: string) => ({
  params: { token: candidateToken },
  asCandidate: true,
});

export const candidateInterviewQuery = (candidateToken: string) =>
  queryOptions({
    queryKey: ["rooms", "candidate", candidateToken],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/interviews/candidate/{token}", {
          signal,
          ...asCandidate(candidateToken),
        })
      ).interview,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

type ConsentLanguage = NonNullable<Schemas["ConsentRequest"]["language"]>;

/** Language of the consent text on the screen. */
export function readConsentLanguage(language: string): ConsentLanguage {
  const [base] = language.split("-");
  return base === "de" || base === "fr" ? base : "en";
}

/** The server stores the consent before it responds; only then does the room open. */
export function useGiveConsent(candidateToken: string) {
  const client = useQueryClient();
  return useMutation({
    /** `toRecording`: whether the text that was shown says that audio is recorded. */
    mutationFn: (shown: { textVersion: string; language: ConsentLanguage; toRecording: boolean }) =>
      api.post("/api/interviews/candidate/{token}/consent", {
        body: { accepted: true, ...shown },
        ...asCandidate(candidateToken),
      }),
    onSuccess: ({ interview }) => {
      client.setQueryData(candidateInterviewQuery(candidateToken).queryKey, interview);
    },
    // What the interview records may have changed since the text was loaded.
    onError: () =>
      client.invalidateQueries({ queryKey: candidateInterviewQuery(candidateToken).queryKey }),
  });
}
