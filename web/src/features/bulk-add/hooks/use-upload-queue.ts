/** Upload queue of a page, updated by events or polling. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

import { billingSummaryQuery } from "@/api/current-user";
import { useDocumentProgress } from "@/api/document-progress";
import { siteQuery } from "@/api/site";
import { MAX_DOCUMENT_BYTES } from "@/lib/document-files";

import {
  createBatch,
  deleteDocument,
  readBatch,
  retryDocument,
  uploadToBatch,
} from "../api/batches";
import type { Batch } from "../api/types";
import { UploadQueue } from "../lib/upload-queue";
import type { QueueState } from "../lib/upload-store";
import { summarize, type UploadSummary } from "../lib/uploads";

/** Poll intervals without events, and as a check with events. */
const POLL_MS = 2_000;
const CHECK_MS = 15_000;
/** Warnings come with the whole batch, which is read once for documents that finish together. */
const GATHER_MS = 1_500;

/** Documents left; unlimited if the summary cannot be read, so that the server decides. */
async function readAllowance(client: QueryClient): Promise<number> {
  try {
    const { billingMode } = await client.query(siteQuery);
    if (billingMode === "off") return Number.POSITIVE_INFINITY;
    return (await client.query({ ...billingSummaryQuery, staleTime: 0 })).documents.remaining;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function createQueue(client: QueryClient, batch: Batch | null): UploadQueue {
  const queue = new UploadQueue({
    createBatch,
    readBatch,
    upload: uploadToBatch,
    retryDocument,
    deleteDocument,
    readAllowance: () => readAllowance(client),
    getMaxBytes: () =>
      client.getQueryData(siteQuery.queryKey)?.maxUploadBytes ?? MAX_DOCUMENT_BYTES,
  });
  if (batch) queue.load(batch);
  return queue;
}

export interface UseUploadQueue {
  queue: UploadQueue;
  state: QueueState;
  summary: UploadSummary;
}

export function useUploadQueue(batch: Batch | null): UseUploadQueue {
  const client = useQueryClient();
  const [queue] = useState(() => createQueue(client, batch));
  const state = useSyncExternalStore(queue.subscribe, queue.getState);
  const summary = summarize(state.uploads);
  const isWorking = state.batchId !== null && summary.reading + summary.unsent > 0;
  const isReading = state.batchId !== null && summary.reading > 0;

  useEffect(() => {
    queue.open();
    window.addEventListener("online", queue.wake);
    return () => {
      window.removeEventListener("online", queue.wake);
      queue.close();
    };
  }, [queue]);

  const isLive = useDocumentProgress({
    enabled: isWorking,
    onProgress: queue.applyProgress,
    onLive: () => void queue.refresh().catch(() => undefined),
  });

  useEffect(() => {
    if (!isReading) return undefined;
    const ask = () => void queue.refresh().catch(() => undefined);
    const timer = setInterval(ask, isLive ? CHECK_MS : POLL_MS);
    return () => clearInterval(timer);
  }, [queue, isReading, isLive]);

  const { settled } = summary;
  useEffect(() => {
    if (settled === 0) return undefined;
    const timer = setTimeout(() => {
      void queue.refresh().catch(() => undefined);
      void client.invalidateQueries({ queryKey: billingSummaryQuery.queryKey });
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [queue, client, settled]);

  return { queue, state, summary };
}
