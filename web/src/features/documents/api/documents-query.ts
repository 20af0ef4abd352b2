import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data } from "@/api/types";

import type { DocumentDetail, DocumentPage, InterviewDocument } from "./types";

export const DOCUMENTS = ["documents"] as const;

export function documentsQuery(interviewId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "of-interview", interviewId],
    queryFn: async ({ signal }) =>
      (
        await api.get<Data<InterviewDocument[]>>(`/api/documents/interview/${interviewId}`, {
          signal,
        })
      ).data,
  });
}

/** The documents that a record was read from, newest first. */
export function recordDocumentsQuery(kind: "candidates" | "job-descriptions", recordId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "of-record", kind, recordId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<InterviewDocument[]>>(`/api/${kind}/${recordId}/documents`, { signal }))
        .data,
  });
}

/** One document with its text and what was read from it. */
export function documentQuery(documentId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "one", documentId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<DocumentDetail>>(`/api/documents/${documentId}`, { signal })).data,
  });
}

/** What is drawn of a document does not change any more. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

export function pagesQuery(documentId: string) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "pages", documentId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<DocumentPage[]>>(`/api/documents/${documentId}/pages`, { signal })).data,
    ...FOREVER,
  });
}

/** A page as a picture, `width` pixels wide. */
export function pagePictureQuery(documentId: string, number: number, width: number) {
  return queryOptions({
    queryKey: [...DOCUMENTS, "picture", documentId, number, width],
    queryFn: async ({ signal }) =>
      (
        await api.file(`/api/documents/${documentId}/pages/${number}.png`, {
          query: { width },
          signal,
        })
      ).content,
    ...FOREVER,
  });
}
