import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Interview, Schemas } from "@/api/types";

import { interviewQuery } from "./interview";

export type Invitation = Schemas["CalendarInvitationView"];
export type InvitedRole = Invitation["role"];

const WATCH_MS = 3000;

/** Who was told what of an interview; read again while a mail is on its way. */
export function invitationsQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["interviews", "invitations", interviewId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<Invitation[]>>(`/api/interviews/${interviewId}/invitations`, { signal }))
        .data,
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
    mutationFn: (interview: Pick<Interview, "scheduledDate" | "scheduledDuration">) =>
      api.post<Data<Invitation[]>>(`/api/interviews/${interviewId}/send-invites`, {
        startIso: interview.scheduledDate,
        ...(interview.scheduledDuration === null
          ? {}
          : { durationMinutes: interview.scheduledDuration }),
        sendToCandidate: true,
        sendToRecruiter: true,
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
  return api.file(`/api/interviews/${interviewId}/invite.ics`, { query: { role } });
}
