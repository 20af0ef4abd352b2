/** Live processing progress of the user's documents over the socket. */
import { useEffect, useEffectEvent, useState } from "react";
import type { Socket } from "socket.io-client";
import { z } from "zod";

import { log } from "@/lib/log";

import { readSessionToken } from "./session-token";
import { createSocket } from "./socket";

const ACKNOWLEDGE_MS = 10_000;

/** Payload of the socket event `document-progress` (docs/contract.md). */
const progressSchema = z.object({
  documentId: z.string().min(1),
  batchId: z.string().nullable(),
  interviewId: z.string().nullable(),
  candidateProfileId: z.string().nullable(),
  jobDescriptionId: z.string().nullable(),
  processingStatus: z.enum(["queued", "processing", "completed", "failed"]),
  stage: z.enum(["queued", "reading", "understanding", "assessing", "finalizing", "done"]),
  share: z.number().min(0).max(1),
  queuePosition: z.number().int().nonnegative().nullable(),
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  detectedType: z
    .object({
      type: z.enum(["cv", "cover_letter", "job_description", "unsupported"]),
      confidence: z.number(),
    })
    .nullable(),
  assessmentStatus: z.enum(["none", "queued", "running", "written", "failed"]),
});
export type DocumentProgress = z.infer<typeof progressSchema>;
export type DocumentStage = DocumentProgress["stage"];

const acknowledgeSchema = z.object({ success: z.literal(true) });

export interface DocumentWatch {
  onProgress: (progress: DocumentProgress) => void;
  /**
   * Events arrive from now on. The server does not replay events after a disconnect, so the caller
   * should read the current state once over HTTP.
   */
  onLive: () => void;
  /** The connection is lost; the socket reconnects by itself. */
  onLost: () => void;
}

/** Subscribes to progress of the user's documents until the returned function is called. */
export function watchDocuments(watch: DocumentWatch, socket: Socket = createSocket()): () => void {
  let isClosed = false;
  socket.on("connect", () => {
    socket
      .timeout(ACKNOWLEDGE_MS)
      .emitWithAck("watch-documents", { token: readSessionToken() ?? "" })
      .then(
        (answer: unknown) => {
          if (isClosed) return;
          if (acknowledgeSchema.safeParse(answer).success) watch.onLive();
          else watch.onLost();
        },
        () => {
          if (!isClosed) watch.onLost();
        },
      );
  });
  socket.on("disconnect", () => {
    if (!isClosed) watch.onLost();
  });
  socket.on("document-progress", (payload: unknown) => {
    const parsed = progressSchema.safeParse(payload);
    if (parsed.success) watch.onProgress(parsed.data);
    else log.warn("unknown_document_progress");
  });
  socket.connect();
  return () => {
    isClosed = true;
    socket.removeAllListeners();
    socket.close();
  };
}

interface UseDocumentProgress {
  /** False while no document is being processed: no socket is opened then. */
  enabled: boolean;
  onProgress: (progress: DocumentProgress) => void;
  /** Called at every (re)connection, to read over HTTP what may have been missed. */
  onLive?: () => void;
}

/** Subscribes to document progress. Returns true while events arrive; otherwise the caller polls. */
export function useDocumentProgress({ enabled, onProgress, onLive }: UseDocumentProgress): boolean {
  const [isLive, setIsLive] = useState(false);
  const notifyProgress = useEffectEvent(onProgress);
  const notifyLive = useEffectEvent(() => onLive?.());
  useEffect(() => {
    if (!enabled) return undefined;
    const close = watchDocuments({
      onProgress: (progress) => notifyProgress(progress),
      onLive: () => {
        setIsLive(true);
        notifyLive();
      },
      onLost: () => setIsLive(false),
    });
    return () => {
      close();
      setIsLive(false);
    };
  }, [enabled]);
  return isLive;
}
