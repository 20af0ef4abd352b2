/** Interview invitations: list, sending, calendar file. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { downloadFile } from "@/api/download";
import type { Schemas } from "@/api/types";

import { DEFAULT_DURATION_MINUTES } from "../lib/schedule";
import { interviewQuery } from "./interview";

export type Invitation = Schemas["CalendarInvitationView"];
export type InvitedRole = Invitation["role"];

const WATCH_MS = 3000;

/** Invitations of an interview. Polled while an email is waiting to be sent. */
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

/** Invitations that have not been cancelled. */
export function listActive(invitations: readonly Invitation[] | undefined): Invitation[] {
  return (invitations ?? []).filter((invitation) => invitation.method === "REQUEST");
}

/** Invites candidate and recruiter to the scheduled interview. */
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
      // A response from before the invitations were sent would remove them from the list again.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, data);
      // Inviting people to a draft schedules it.
      void client.invalidateQueries({ queryKey: interviewQuery(interviewId).queryKey });
      void client.invalidateQueries({ queryKey: ["interviews", "list"] });
    },
  });
}

/** The interview as a calendar file, with the join link of `role`. */
export function readCalendarFile(interviewId: string, role: InvitedRole) {
  return downloadFile("/api/interviews/{interview_id}/invite.ics", {
    params: { interview_id: interviewId },
    query: { role },
  });
}
