import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data } from "@/api/types";

import type { DocumentDetail, InterviewDocument } from "./types";

export function documentsQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["documents", "of-interview", interviewId],
    queryFn: async ({ signal }) =>
      (
        await api.get<Data<InterviewDocument[]>>(`/api/documents/interview/${interviewId}`, {
          signal,
        })
      ).data,
  });
}

/** One document with its text and what was read from it. */
export function documentQuery(documentId: string) {
  return queryOptions({
    queryKey: ["documents", "one", documentId],
    queryFn: async ({ signal }) =>
      (await api.get<Data<DocumentDetail>>(`/api/documents/${documentId}`, { signal })).data,
  });
}
