/** Calls that import interviews from their recordings. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

export type RecordingImport = Schemas["RecordingImportView"];
export type RecordingImportDetails = Schemas["RecordingImportDetails"];

const PATH = "/api/interview-imports/recordings";
const KEY = ["recording-imports"] as const;
const POLL_MS = 2000;
/** An upload may take this long on a slow line. */
const UPLOAD_TIMEOUT_MS = 6 * SLOW_CALL_TIMEOUT_MS;

export const isActive = ({ status }: RecordingImport) =>
  status === "queued" || status === "running";

/** The user's imports, with the limits of new ones. Asks again while one is in progress. */
export const recordingImportsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await api.get(PATH, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.imports.some(isActive) ? POLL_MS : false),
});

/** The first words of each voice of a draft. */
export const voiceSamplesQuery = (importId: string) =>
  queryOptions({
    queryKey: [...KEY, importId, "samples"],
    queryFn: async ({ signal }) =>
      (
        await api.post(`${PATH}/{import_id}/samples`, {
          params: { import_id: importId },
          signal,
          timeoutMs: SLOW_CALL_TIMEOUT_MS,
        })
      ).data.voices,
    staleTime: Infinity,
    retry: false,
  });

/** Uploads a recording: as a new draft, or as the second person's recording of one. */
export function useUploadRecording() {
  return useMutation({
    mutationFn: async ({ file, draftId }: { file: File; draftId: string | null }) => {
      const options = { form: { recording: file }, timeoutMs: UPLOAD_TIMEOUT_MS };
      return draftId === null
        ? (await api.post(PATH, options)).data
        : (
            await api.post(`${PATH}/{import_id}/files`, {
              ...options,
              params: { import_id: draftId },
            })
          ).data;
    },
  });
}

export function useStartRecordingImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, details }: { id: string; details: RecordingImportDetails }) =>
      (await api.post(`${PATH}/{import_id}/start`, { params: { import_id: id }, body: details }))
        .data,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY, exact: true }),
  });
}

export function useRetryRecordingImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (await api.post(`${PATH}/{import_id}/retry`, { params: { import_id: id } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: KEY, exact: true }),
  });
}

/** Cancels an import, or removes the notice of one that has ended. */
export function useDeleteRecordingImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`${PATH}/{import_id}`, { params: { import_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY, exact: true }),
  });
}
