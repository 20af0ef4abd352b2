import { queryOptions, useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { InterviewAnswer, InterviewStatusAnswer, RecruiterRoomAnswer } from "@/api/types";

const base = (tokenOrId: string) => `/api/interviews/recruiter/${encodeURIComponent(tokenOrId)}`;

/** A room in use must not sign its user out by itself: the room says what is wrong instead. */
const inRoom = { keepSession: true } as const;

export const recruiterRoomQuery = (tokenOrId: string) =>
  queryOptions({
    queryKey: ["rooms", "recruiter", tokenOrId],
    queryFn: ({ signal }) => api.get<RecruiterRoomAnswer>(base(tokenOrId), { signal, ...inRoom }),
    // The socket tells every change from here on; reading again could only unmount a running room.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export function useStartInterview(tokenOrId: string) {
  return useMutation({
    mutationFn: () => api.patch<InterviewStatusAnswer>(`${base(tokenOrId)}/start`, {}, inRoom),
  });
}

export function useCompleteInterview(tokenOrId: string) {
  return useMutation({
    mutationFn: (finalNotes: string) =>
      api.patch<InterviewStatusAnswer>(`${base(tokenOrId)}/complete`, { finalNotes }, inRoom),
  });
}

export function useSaveLiveNotes(tokenOrId: string) {
  return useMutation({
    scope: { id: `notes-${tokenOrId}` },
    mutationFn: (liveNotes: string) =>
      api.patch<InterviewAnswer>(`${base(tokenOrId)}/notes`, { liveNotes }, inRoom),
  });
}
