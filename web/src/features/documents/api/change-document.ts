/** Retry, removal and download of a document. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { billingSummaryQuery } from "@/api/current-user";
import { downloadFile } from "@/api/download";
import { isApiError } from "@/api/errors";

import { DOCUMENTS } from "./documents-query";

/** Processes a failed document again, from the stored file. */
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

/** Adds a document to its profile although it names another person. */
export function useMergeDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (documentId: string) =>
      api.post("/api/documents/{document_id}/merge", { params: { document_id: documentId } }),
    onSettled: () => client.invalidateQueries({ queryKey: DOCUMENTS }),
  });
}

/** Deletes a document and stops its processing. */
export async function removeDocument(documentId: string): Promise<void> {
  try {
    await api.delete("/api/documents/{document_id}", { params: { document_id: documentId } });
  } catch (error) {
    // Already deleted, for example in another tab.
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

/** Downloads the original file. */
export function useDownloadDocument() {
  return useMutation({
    mutationFn: (documentId: string) =>
      downloadFile("/api/documents/{document_id}/file", {
        params: { document_id: documentId },
        query: { download: true },
      }),
  });
}
