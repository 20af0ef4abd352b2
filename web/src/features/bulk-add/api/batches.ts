import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data } from "@/api/types";
import { uploadForm } from "@/api/upload";

import type {
  Batch,
  BatchDocument,
  ImportResult,
  Merge,
  OpenBatch,
  Preview,
  Selection,
} from "./types";

const BATCHES = "/api/document-batches";
const pathOf = (batchId: string) => `${BATCHES}/${encodeURIComponent(batchId)}`;
const documentPath = (documentId: string) => `/api/documents/${encodeURIComponent(documentId)}`;

export async function createBatch(): Promise<Batch> {
  return (await api.post<Data<Batch>>(BATCHES)).data;
}

export async function readBatch(batchId: string, signal?: AbortSignal): Promise<Batch> {
  return (await api.get<Data<Batch>>(pathOf(batchId), { signal })).data;
}

export function batchQuery(batchId: string) {
  return queryOptions({
    queryKey: ["document-batches", batchId, "batch"],
    queryFn: ({ signal }) => readBatch(batchId, signal),
    // What is shown of it lives in the upload queue from then on.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Answered as soon as the file is stored; it is read afterwards. */
export async function uploadToBatch(
  batchId: string,
  file: File,
  call: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<BatchDocument> {
  const form = new FormData();
  form.set("document", file, file.name);
  const path = `${pathOf(batchId)}/documents?wait=false`;
  return (await uploadForm<Data<{ document: BatchDocument }>>(path, form, call)).data.document;
}

/** Reads a failed document again. */
export async function retryDocument(documentId: string): Promise<BatchDocument> {
  return (await api.post<Data<BatchDocument>>(`${documentPath(documentId)}/retry`)).data;
}

export async function deleteDocument(documentId: string): Promise<void> {
  await api.delete(documentPath(documentId));
}

export async function discardBatch(batchId: string): Promise<void> {
  await api.delete(pathOf(batchId));
}

export async function commitBatch(batchId: string, selection: Selection): Promise<ImportResult> {
  return (await api.post<Data<ImportResult>>(`${pathOf(batchId)}/commit`, selection)).data;
}

export const OPEN_BATCHES_KEY = ["document-batches", "open"];

/** Imports that were begun and not finished, newest first. */
export const openBatchesQuery = queryOptions({
  queryKey: OPEN_BATCHES_KEY,
  queryFn: async ({ signal }) =>
    (await api.get<Data<OpenBatch[]>>(BATCHES, { query: { status: "open" }, signal })).data,
  staleTime: 0,
});

export function previewQuery(batchId: string) {
  return queryOptions({
    queryKey: ["document-batches", batchId, "preview"],
    queryFn: async ({ signal }) =>
      (await api.get<Data<Preview>>(`${pathOf(batchId)}/preview`, { signal })).data,
    staleTime: 0,
  });
}

/** What an import of this document would change in the record that it duplicates. */
export function mergeQuery(batchId: string, documentId: string) {
  return queryOptions({
    queryKey: ["document-batches", batchId, "merge", documentId],
    queryFn: async ({ signal }) =>
      (
        await api.get<Data<Merge>>(
          `${pathOf(batchId)}/documents/${encodeURIComponent(documentId)}/merge`,
          { signal },
        )
      ).data,
    staleTime: 0,
  });
}
