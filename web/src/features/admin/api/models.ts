/** Models on this machine, and the download of one from a URL. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { sendInParts } from "@/api/send-in-parts";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import { useSaveSettings } from "./settings";
import type { DownloadRequest, ModelDownload, StoredModel } from "./types";

const POLL_MS = 1000;

export const isRunning = (download: ModelDownload | null) =>
  download?.phase === "downloading" || download?.phase === "verifying";

export const modelsQuery = queryOptions({
  queryKey: ["admin", "models"],
  queryFn: async ({ signal }) => (await api.get("/api/admin/models", { signal })).data,
  refetchInterval: (query) => (isRunning(query.state.data?.download ?? null) ? POLL_MS : false),
});

export function useDownloadModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: DownloadRequest) =>
      (await api.post("/api/admin/models/download", { body })).data,
    onSuccess: (models) => client.setQueryData(modelsQuery.queryKey, models),
  });
}

export function useCancelDownload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.delete("/api/admin/models/download")).data,
    onSuccess: (models) => client.setQueryData(modelsQuery.queryKey, models),
  });
}

/** Chooses a model of this machine in the settings. */
export function useChooseModel() {
  const client = useQueryClient();
  const save = useSaveSettings();
  return useMutation({
    mutationFn: async ({ name, kind }: StoredModel) =>
      save.mutateAsync({ [`${kind}_provider`]: "local", [`${kind}_model`]: name }),
    onSuccess: () =>
      Promise.all(
        [modelsQuery.queryKey, ["admin", "setup-check"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

const CHUNK_BYTES = 8 * 1024 * 1024;

interface UploadedModel {
  file: File;
  kind: DownloadRequest["kind"];
  /** Empty: the file is not compared. */
  sha256: string;
  onProgress: (doneBytes: number) => void;
}

/** Sends a model in parts, and lets the server verify and install it. */
export function useUploadModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, kind, sha256, onProgress }: UploadedModel) => {
      await sendInParts(
        file,
        CHUNK_BYTES,
        async ({ offset, totalBytes, chunk }) => {
          const { data } = await api.post("/api/admin/models/upload/chunks", {
            query: { name: file.name, kind, offset, totalBytes },
            form: { chunk },
            timeoutMs: SLOW_CALL_TIMEOUT_MS,
          });
          return data.receivedBytes;
        },
        onProgress,
      );
      return (
        await api.post("/api/admin/models/upload", {
          body: { name: file.name, kind, sha256: sha256.trim() || null },
          timeoutMs: SLOW_CALL_TIMEOUT_MS,
        })
      ).data;
    },
    onSuccess: (models) => client.setQueryData(modelsQuery.queryKey, models),
  });
}
