/** Models on this machine, and the download of one from an address. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

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
