/** Document lists that follow processing progress. */
import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from "@tanstack/react-query";

import { useDocumentProgress, type DocumentProgress } from "@/api/document-progress";

import type { InterviewDocument } from "../api/types";

/** Poll interval while the socket is disconnected. */
const POLL_MS = 3000;

type DocumentsQuery<Key extends QueryKey> = UseQueryOptions<
  InterviewDocument[],
  Error,
  InterviewDocument[],
  Key
>;

type WorkStatus = Pick<InterviewDocument, "processingStatus" | "assessmentStatus">;

const isBeingRead = ({ processingStatus }: WorkStatus) =>
  processingStatus === "queued" || processingStatus === "processing";

/** The model still has to write about a document whose facts are known. */
const isBeingAssessed = ({ assessmentStatus }: WorkStatus) =>
  assessmentStatus === "queued" || assessmentStatus === "running";

const isInWork = (document: WorkStatus) => isBeingRead(document) || isBeingAssessed(document);

/** The document after an event; the caller reloads everything else. */
function withProgress(document: InterviewDocument, event: DocumentProgress): InterviewDocument {
  const { stage, share, queuePosition, assessmentStatus, isRetryable, errorCode } = event;
  const elapsedSeconds = document.progress?.elapsedSeconds ?? 0;
  return {
    ...document,
    processingStatus: event.processingStatus,
    processingError: event.error,
    errorCode,
    isRetryable,
    assessmentStatus,
    progress: { stage, share, queuePosition, elapsedSeconds },
  };
}

/** Updates a document list with live progress. `onSettled`: a record may have changed. */
export function useLiveDocuments<Key extends QueryKey>(
  query: DocumentsQuery<Key> & { queryKey: Key },
  onSettled: () => void,
) {
  const client = useQueryClient();
  const documents = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.some(isInWork) ? POLL_MS : false),
  });
  const reload = () => void client.invalidateQueries({ queryKey: query.queryKey });
  useDocumentProgress({
    enabled: documents.data?.some(isInWork) ?? false,
    onLive: reload,
    onProgress: (event) => {
      const known = documents.data?.find(({ _id }) => _id === event.documentId);
      if (!known) return;
      client.setQueryData<InterviewDocument[]>(query.queryKey, (list) =>
        list?.map((entry) => (entry._id === event.documentId ? withProgress(entry, event) : entry)),
      );
      const isRead = isBeingRead(known) && !isBeingRead(event);
      const isAssessed = isBeingAssessed(known) && !isBeingAssessed(event);
      if (!isRead && !isAssessed) return;
      reload();
      onSettled();
    },
  });
  return documents;
}
