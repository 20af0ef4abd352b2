import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from "@tanstack/react-query";

import { useDocumentProgress, type DocumentProgress } from "@/api/document-progress";

import type { InterviewDocument } from "../api/types";

/** While the socket is away, the list is asked for from time to time. */
const POLL_MS = 3000;

type DocumentsQuery<Key extends QueryKey> = UseQueryOptions<
  InterviewDocument[],
  Error,
  InterviewDocument[],
  Key
>;

const isBeingRead = ({ processingStatus }: InterviewDocument) =>
  processingStatus === "queued" || processingStatus === "processing";

/** The document as the event tells it; what else came of it is read again by the caller. */
function withProgress(document: InterviewDocument, event: DocumentProgress): InterviewDocument {
  const { stage, share, queuePosition } = event;
  const elapsedSeconds = document.progress?.elapsedSeconds ?? 0;
  return {
    ...document,
    processingStatus: event.processingStatus,
    processingError: event.error,
    progress: { stage, share, queuePosition, elapsedSeconds },
  };
}

/** A list of documents that follows its documents while they are being read. */
export function useLiveDocuments<Key extends QueryKey>(
  query: DocumentsQuery<Key> & { queryKey: Key },
  onSettled: () => void,
) {
  const client = useQueryClient();
  const documents = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? POLL_MS : false),
  });
  const readAgain = () => void client.invalidateQueries({ queryKey: query.queryKey });
  useDocumentProgress({
    enabled: documents.data?.some(isBeingRead) ?? false,
    onLive: readAgain,
    onProgress: (event) => {
      const known = documents.data?.find(({ _id }) => _id === event.documentId);
      if (!known) return;
      client.setQueryData<InterviewDocument[]>(query.queryKey, (list) =>
        list?.map((entry) => (entry._id === event.documentId ? withProgress(entry, event) : entry)),
      );
      if (event.processingStatus !== "completed" && event.processingStatus !== "failed") return;
      readAgain();
      if (isBeingRead(known)) onSettled();
    },
  });
  return documents;
}
