import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

import { DEFAULT_DURATION_MINUTES } from "../lib/schedule";
import { interviewQuery } from "./interview";

export type Invitation = Schemas["CalendarInvitationView"];
export type InvitedRole = Invitation["role"];

const WATCH_MS = 3000;

/** Who was told what of an interview; read again while a mail is on its way. */
export function invitationsQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["interviews", "invitations", interviewId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/interviews/{interview_id}/invitations", {
          params: { interview_id: interviewId },
          signal,
        })
      ).data,
    refetchInterval: ({ state }) =>
      state.data?.some((invitation) => invitation.delivery === "waiting") ? WATCH_MS : false,
  });
}

/** Those who have been told of the interview and not that it is off. */
export function standing(invitations: readonly Invitation[] | undefined): Invitation[] {
  return (invitations ?? []).filter((invitation) => invitation.method === "REQUEST");
}

/** Invites candidate and recruiter to the interview as it is scheduled. */
export function useSendInvites(interviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (interview: { scheduledDate: string; scheduledDuration: number | null }) =>
      api.post("/api/interviews/{interview_id}/send-invites", {
        params: { interview_id: interviewId },
        body: {
          startIso: interview.scheduledDate,
          durationMinutes: interview.scheduledDuration ?? DEFAULT_DURATION_MINUTES,
          sendToCandidate: true,
          sendToRecruiter: true,
        },
      }),
    onSuccess: async ({ data }) => {
      const { queryKey } = invitationsQuery(interviewId);
      // An answer from before they were sent, still on its way, would take them off the list again.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, data);
      // An invited draft is scheduled.
      void client.invalidateQueries({ queryKey: interviewQuery(interviewId).queryKey });
      void client.invalidateQueries({ queryKey: ["interviews", "list"] });
    },
  });
}

/** The interview as a calendar file, with the join link of `role`. */
export function readCalendarFile(interviewId: string, role: InvitedRole) {
  return api.file("/api/interviews/{interview_id}/invite.ics", {
    params: { interview_id: interviewId },
    query: { role },
  });
}
