/** Live progress of the signed-in user's own documents, over the socket. */
import { useEffect, useEffectEvent, useState } from "react";
import type { Socket } from "socket.io-client";

import { readSessionToken } from "./session-token";
import { createSocket, request, subscribe } from "./socket";
import type { ServerPayload } from "./socket-events";

export type DocumentProgress = ServerPayload<"document-progress">;
export type DocumentStage = DocumentProgress["stage"];

export interface DocumentWatch {
  onProgress: (progress: DocumentProgress) => void;
  /**
   * Events arrive from now on. The server keeps none for a disconnected socket, so read once over HTTP
   * what was missed.
   */
  onLive: () => void;
  /** Events no longer arrive; the socket reconnects automatically. */
  onLost: () => void;
}

const sessionToken = () => readSessionToken() ?? "";
const openSocket = () => createSocket(sessionToken);

/** Watches the user's documents until the returned function is called. */
export function watchDocuments(watch: DocumentWatch, socket: Socket = openSocket()): () => void {
  let isClosed = false;
  socket.on("connect", () => {
    request(socket, "watch-documents", { token: sessionToken() }).then(
      () => {
        if (!isClosed) watch.onLive();
      },
      () => {
        if (!isClosed) watch.onLost();
      },
    );
  });
  socket.on("disconnect", () => {
    if (!isClosed) watch.onLost();
  });
  subscribe(socket, "document-progress", watch.onProgress);
  socket.connect();
  return () => {
    isClosed = true;
    socket.removeAllListeners();
    socket.close();
  };
}

interface UseDocumentProgress {
  /** False if nothing is being processed; no socket is opened then. */
  enabled: boolean;
  onProgress: (progress: DocumentProgress) => void;
  /** Called at every (re)connection: read once over HTTP what may have been missed. */
  onLive?: () => void;
}

/**
 * Watches the user's documents while mounted. Returns whether events arrive; while they do not, the
 * caller polls over HTTP.
 */
export function useDocumentProgress({ enabled, onProgress, onLive }: UseDocumentProgress): boolean {
  const [isLive, setIsLive] = useState(false);
  const handleProgress = useEffectEvent(onProgress);
  const handleLive = useEffectEvent(() => onLive?.());
  useEffect(() => {
    if (!enabled) return undefined;
    const close = watchDocuments({
      onProgress: (progress) => handleProgress(progress),
      onLive: () => {
        setIsLive(true);
        handleLive();
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
