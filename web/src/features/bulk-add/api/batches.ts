/** Document batches of a bulk import: create, read, upload, preview, import. */
import { queryOptions } from "@tanstack/react-query";

import { MAX_PAGE_SIZE } from "@/api/all-pages";
import { api } from "@/api/client";
import { uploadForm } from "@/api/upload";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import type { Batch, BatchDocument, ImportResult, Selection } from "./types";

export async function createBatch(): Promise<Batch> {
  return (await api.post("/api/document-batches")).data;
}

export async function readBatch(batchId: string, signal?: AbortSignal): Promise<Batch> {
  const params = { batch_id: batchId };
  return (await api.get("/api/document-batches/{batch_id}", { params, signal })).data;
}

export function batchQuery(batchId: string) {
  return queryOptions({
    queryKey: ["document-batches", batchId, "batch"],
    queryFn: ({ signal }) => readBatch(batchId, signal),
    // Afterwards the upload queue holds the state of the batch.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Uploads a file. Resolves once it is stored; processing follows. */
export async function uploadToBatch(
  batchId: string,
  file: File,
  call: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<BatchDocument> {
  const { data } = await uploadForm("/api/document-batches/{batch_id}/documents", {
    params: { batch_id: batchId },
    query: { wait: false },
    form: { document: file },
    ...call,
  });
  return data.document;
}

/** Processes a failed document again. */
export async function retryDocument(documentId: string): Promise<BatchDocument> {
  const params = { document_id: documentId };
  return (await api.post("/api/documents/{document_id}/retry", { params })).data;
}

export async function deleteDocument(documentId: string): Promise<void> {
  await api.delete("/api/documents/{document_id}", { params: { document_id: documentId } });
}

export async function discardBatch(batchId: string): Promise<void> {
  await api.delete("/api/document-batches/{batch_id}", { params: { batch_id: batchId } });
}

export async function commitBatch(batchId: string, selection: Selection): Promise<ImportResult> {
  const params = { batch_id: batchId };
  const { data } = await api.post("/api/document-batches/{batch_id}/commit", {
    params,
    body: selection,
    // A thousand documents are imported in slices, with pauses for others.
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
  return data;
}

export const OPEN_BATCHES_KEY = ["document-batches", "open"];

/** The latest unfinished imports, newest first. Those without documents, which are not shown, are among them. */
export const openBatchesQuery = queryOptions({
  queryKey: OPEN_BATCHES_KEY,
  queryFn: async ({ signal }) =>
    (
      await api.get("/api/document-batches", {
        query: { status: "open", limit: MAX_PAGE_SIZE },
        signal,
      })
    ).data,
  staleTime: 0,
});

export function previewQuery(batchId: string) {
  return queryOptions({
    queryKey: ["document-batches", batchId, "preview"],
    queryFn: async ({ signal }) => {
      const params = { batch_id: batchId };
      return (await api.get("/api/document-batches/{batch_id}/preview", { params, signal })).data;
    },
    staleTime: 0,
  });
}

/** Changes that importing this document would make to the record it duplicates. */
export function mergeQuery(batchId: string, documentId: string) {
  return queryOptions({
    queryKey: ["document-batches", batchId, "merge", documentId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/document-batches/{batch_id}/documents/{document_id}/merge", {
          params: { batch_id: batchId, document_id: documentId },
          signal,
        })
      ).data,
    staleTime: 0,
  });
}
