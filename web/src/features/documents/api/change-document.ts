import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { billingSummaryQuery } from "@/api/current-user";
import { isApiError } from "@/api/errors";

import { DOCUMENTS } from "./documents-query";

/** Reads a failed document again, from the bytes that were kept. */
export function useRetryDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (documentId: string) =>
      api.post("/api/documents/{document_id}/retry", { params: { document_id: documentId } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: billingSummaryQuery.queryKey });
      return client.invalidateQueries({ queryKey: DOCUMENTS });
    },
  });
}

/** Stops its reading too. */
export async function removeDocument(documentId: string): Promise<void> {
  try {
    await api.delete("/api/documents/{document_id}", { params: { document_id: documentId } });
  } catch (error) {
    // Gone already, by another tab: that is what was wanted.
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}

export function useRemoveDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: removeDocument,
    onSettled: () => client.invalidateQueries({ queryKey: DOCUMENTS }),
  });
}

/** The file as it was uploaded. */
export function useDownloadDocument() {
  return useMutation({
    mutationFn: (documentId: string) =>
      api.file("/api/documents/{document_id}/file", {
        params: { document_id: documentId },
        query: { download: true },
      }),
  });
}
