/** Replacing the candidate's link of an interview. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "./client";
import type { Interview } from "./types";

/** Statuses in which the link opens a room. */
const OPEN_STATUSES: ReadonlySet<Interview["status"]> = new Set([
  "draft",
  "scheduled",
  "in_progress",
]);

export function canReplaceLink({ status }: Pick<Interview, "status">): boolean {
  return OPEN_STATUSES.has(status);
}

/** Makes the old link invalid; the candidate has to give consent again. */
export function useReplaceLink(interviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.post("/api/interviews/{interview_id}/new-link", {
        params: { interview_id: interviewId },
      }),
    // Lists and the open interview both show the link, and invitations are sent again.
    onSuccess: () => client.invalidateQueries({ queryKey: ["interviews"] }),
  });
}
