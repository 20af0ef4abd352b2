/** Queries for documents, their text and their pages. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { downloadFile } from "@/api/download";

export const DOCUMENTS = ["documents"] as const;

/** What documents belong to. */
export interface DocumentsOwner {
  kind: "interviews" | "candidates" | "job-descriptions";
  id: string;
}

async function readDocuments({ kind, id }: DocumentsOwner, signal: AbortSignal) {
  switch (kind) {
    case "interviews":
      return api.get("/api/documents/interview/{interview_id}", {
        params: { interview_id: id },
        signal,
      });
    case "candidates":
      return api.get("/api/candidates/{candidate_id}/documents", {
        params: { candidate_id: id },
        signal,
      });
    case "job-descriptions":
      return api.get("/api/job-descriptions/{job_description_id}/documents", {
        params: { job_description_id: id },
        signal,
      });
  }
}

/** The documents of an interview or the source documents of a record, newest first. */
export function ownDocumentsQuery(owner: DocumentsOwner) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "of", owner.kind, owner.id],
    queryFn: async ({ signal }) => (await readDocuments(owner, signal)).data,
  });
}

export function documentsQuery(interviewId: string) {
  return ownDocumentsQuery({ kind: "interviews", id: interviewId });
}

/** One document with its text and extracted information. */
export function documentQuery(documentId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "one", documentId],
    queryFn: async ({ signal }) => {
      const params = { document_id: documentId };
      return (await api.get("/api/documents/{document_id}", { params, signal })).data;
    },
  });
}

/** Rendered pages never change. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

export function pagesQuery(documentId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "pages", documentId],
    queryFn: async ({ signal }) => {
      const params = { document_id: documentId };
      return (await api.get("/api/documents/{document_id}/pages", { params, signal })).data;
    },
    ...FOREVER,
  });
}

/** A page as an image, `width` pixels wide. */
export function pagePictureQuery(documentId: string, number: number, width: number) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "picture", documentId, number, width],
    queryFn: async ({ signal }) =>
      (
        await downloadFile("/api/documents/{document_id}/pages/{number}.png", {
          params: { document_id: documentId, number },
          query: { width },
          signal,
        })
      ).content,
    ...FOREVER,
  });
}
