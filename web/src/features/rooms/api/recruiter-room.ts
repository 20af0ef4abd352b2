/** HTTP calls of the recruiter room: open, start, complete, save notes. */
import { queryOptions, useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";

/** A room in use must not sign its user out; it shows the problem instead. */
const inRoom = (tokenOrId: string) => ({
  params: { token_or_id: tokenOrId },
  keepSession: true,
});

export const recruiterRoomQuery = (tokenOrId: string) =>
  queryOptions({
    queryKey: ["rooms", "recruiter", tokenOrId],
    queryFn: ({ signal }) =>
      api.get("/api/interviews/recruiter/{token_or_id}", { signal, ...inRoom(tokenOrId) }),
    // All later changes arrive over the socket; refetching could only unmount a running room.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export function useStartInterview(tokenOrId: string) {
  return useMutation({
    mutationFn: () => api.patch("/api/interviews/recruiter/{token_or_id}/start", inRoom(tokenOrId)),
  });
}

export function useCompleteInterview(tokenOrId: string) {
  return useMutation({
    mutationFn: (finalNotes: string) =>
      api.patch("/api/interviews/recruiter/{token_or_id}/complete", {
        body: { finalNotes },
        ...inRoom(tokenOrId),
      }),
  });
}

export function useSaveLiveNotes(tokenOrId: string) {
  return useMutation({
    scope: { id: `notes-${tokenOrId}` },
    mutationFn: (liveNotes: string) =>
      api.patch("/api/interviews/recruiter/{token_or_id}/notes", {
        body: { liveNotes },
        ...inRoom(tokenOrId),
      }),
  });
}
