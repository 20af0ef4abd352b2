/** The server's certificate for HTTPS, and the restart that puts it in use. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

import { settingsQuery } from "./settings";
import type { AuthorityRequest, Https } from "./types";

export const httpsQuery = queryOptions({
  queryKey: ["admin", "https"],
  queryFn: async ({ signal }) => (await api.get("/api/admin/setup/https", { signal })).data,
});

/** Keeps the answer, and reads again what depends on the public address. */
function useTakeOver() {
  const client = useQueryClient();
  return async (https: Https) => {
    client.setQueryData(httpsQuery.queryKey, https);
    await Promise.all(
      [settingsQuery.queryKey, ["admin", "setup-check", "address"]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}

export function useMakeCertificate() {
  return useMutation({
    mutationFn: async (body: AuthorityRequest) =>
      (await api.post("/api/admin/setup/https/authority", { body })).data,
    onSuccess: useTakeOver(),
  });
}

interface OwnCertificate {
  certificate: File;
  /** Null if the key is in the same file. */
  key: File | null;
  publicUrl: string;
}

export function useUploadCertificate() {
  return useMutation({
    mutationFn: async (form: OwnCertificate) =>
      (await api.post("/api/admin/setup/https/certificate", { form })).data,
    onSuccess: useTakeOver(),
  });
}

export function useStopHttps() {
  return useMutation({
    mutationFn: async () => (await api.delete("/api/admin/setup/https")).data,
    onSuccess: useTakeOver(),
  });
}

export function useRestart() {
  return useMutation({ mutationFn: () => api.post("/api/admin/setup/restart") });
}
