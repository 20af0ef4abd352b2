/** Invitations of an interview and sending them. */
import { useQuery } from "@tanstack/react-query";

import type { Interview } from "@/api/types";
import { useTransient } from "@/hooks/use-transient";

import { invitationsQuery, listActive, useSendInvites } from "../api/invitations";

/** How long 'Invites sent' is shown. */
const SENT_MS = 4000;

export function useInvites(interview: Interview) {
  // An interview without a date has no invitations.
  const list = useQuery({
    ...invitationsQuery(interview._id),
    enabled: interview.scheduledDate !== null,
  });
  const call = useSendInvites(interview._id);
  const [isSent, showSent] = useTransient<true>(SENT_MS);
  return {
    invitations: list.data ?? [],
    isInvited: listActive(list.data).length > 0,
    isCandidateInvited: listActive(list.data).some(({ role }) => role === "candidate"),
    isSending: call.isPending,
    isSent: isSent === true,
    error: call.error,
    send: ({ scheduledDate, scheduledDuration }: Interview) => {
      if (scheduledDate === null) return;
      showSent(null);
      call.mutate({ scheduledDate, scheduledDuration }, { onSuccess: () => showSent(true) });
    },
  };
}

export type Invites = ReturnType<typeof useInvites>;
