import { useQuery } from "@tanstack/react-query";

import type { Interview } from "@/api/types";
import { useTransient } from "@/hooks/use-transient";

import { invitationsQuery, standing, useSendInvites } from "../api/invitations";

/** Document 001, section 4: the message of invites clears after 4 s. */
const SENT_MS = 4000;

/** Who is invited to an interview, and how to invite. */
export function useInvites(interview: Interview) {
  // Nobody can have been invited to an interview that never had a date.
  const list = useQuery({
    ...invitationsQuery(interview._id),
    enabled: interview.scheduledDate !== null,
  });
  const call = useSendInvites(interview._id);
  const [isSent, showSent] = useTransient<true>(SENT_MS);
  return {
    invitations: list.data ?? [],
    isInvited: standing(list.data).length > 0,
    isCandidateInvited: standing(list.data).some(({ role }) => role === "candidate"),
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
