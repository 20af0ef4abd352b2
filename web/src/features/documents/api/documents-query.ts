/** Queries for documents, their text and their pages. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { downloadFile } from "@/api/download";

export const DOCUMENTS = ["documents"] as const;

export function documentsQuery(interviewId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "of-interview", interviewId],
    queryFn: async ({ signal }) =>
      (
        await api.get("/api/documents/interview/{interview_id}", {
          params: { interview_id: interviewId },
          signal,
        })
      ).data,
  });
}

/** The source documents of a record, newest first. */
export function recordDocumentsQuery(kind: "candidates" | "job-descriptions", recordId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "of-record", kind, recordId],
    queryFn: async ({ signal }) => {
      const { data } =
        kind === "candidates"
          ? await api.get("/api/candidates/{candidate_id}/documents", {
              params: { candidate_id: recordId },
              signal,
            })
          : await api.get("/api/job-descriptions/{job_description_id}/documents", {
              params: { job_description_id: recordId },
              signal,
            });
      return data;
    },
  });
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
