import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { billingSummaryQuery } from "@/api/current-user";
import { isCancelled } from "@/api/errors";
import { newOperationId, useSlowCall } from "@/api/operations";
import { isAllowanceUsedUp, processDocument } from "@/api/process-document";
import { siteQuery } from "@/api/site";
import type { OperationProgress } from "@/api/types";
import { documentProblem } from "@/lib/document-files";

import { uploadErrorText } from "../lib/upload-error";
import { reduceUploads, type Upload } from "../lib/uploads";

/** From this share on the server has the whole file and reads it. */
const READING_FROM_SHARE = 0.2;

export interface UploadQueue {
  uploads: readonly Upload[];
  /** Of the one file that is being read. */
  progress: OperationProgress | null;
  /** Waiting files stay where they are until `resume`. */
  isPaused: boolean;
  isLimitReached: boolean;
  dismissLimit: () => void;
  add: (files: readonly File[]) => void;
  addText: (text: string, fileName: string) => void;
  retry: (ids: readonly string[]) => void;
  /** Takes a waiting or failed file off the list; stops one that is being read. */
  remove: (upload: Upload) => void;
  resume: () => void;
}

/** Reads documents one after the other, and never more than the allowance gives. */
export function useUploadQueue(): UploadQueue {
  const { t } = useTranslation("bulk");
  const client = useQueryClient();
  const [uploads, dispatch] = useReducer(reduceUploads, []);
  const [isPaused, setIsPaused] = useState(false);
  const [isLimitReached, setIsLimitReached] = useState(false);
  const slowCall = useSlowCall();
  const waiting = useRef<Upload[]>([]);
  const isRunning = useRef(false);
  const leaving = useRef<AbortController | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const change = (id: string, part: Partial<Upload>) =>
    dispatch({ type: "changed", id, change: part });

  /** Documents left; unlimited where the summary cannot be read: the server decides then. */
  const readAllowance = async () => {
    try {
      const { billingMode } = await client.query(siteQuery);
      if (billingMode === "off") return Number.POSITIVE_INFINITY;
      return (await client.query({ ...billingSummaryQuery, staleTime: 0 })).documents.remaining;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  };

  const stopAtLimit = () => {
    setIsPaused(true);
    setIsLimitReached(true);
  };

  const read = async ({ id, file }: Upload): Promise<"counted" | "free" | "limit"> => {
    change(id, { status: "uploading" });
    try {
      const result = await slowCall.run(({ operationId, signal }) =>
        processDocument(
          { file },
          { operationId, signal: AbortSignal.any([signal, leavingSignal(leaving.current)]) },
        ),
      );
      change(id, { status: "completed", result });
      return result.detectedType.type === "unsupported" ? "free" : "counted";
    } catch (error) {
      const text = isCancelled(error) ? t("errors.cancelled") : uploadErrorText(t, error);
      change(id, { status: "failed", error: text });
      return isAllowanceUsedUp(error) ? "limit" : "free";
    } finally {
      void client.invalidateQueries({ queryKey: ["candidates"] });
      void client.invalidateQueries({ queryKey: ["job-descriptions"] });
      void client.invalidateQueries({ queryKey: billingSummaryQuery.queryKey });
    }
  };

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsPaused(false);
    let left: number | null = null;
    for (let next = waiting.current[0]; next; next = waiting.current[0]) {
      if (leaving.current?.signal.aborted) break;
      change(next.id, { status: "starting" });
      left ??= await readAllowance();
      // It may have been taken off the list meanwhile.
      if (waiting.current[0] !== next) continue;
      if (left <= 0) {
        change(next.id, { status: "pending" });
        stopAtLimit();
        break;
      }
      waiting.current.shift();
      const outcome = await read(next);
      if (outcome === "counted") left -= 1;
      if (outcome === "limit") {
        stopAtLimit();
        break;
      }
    }
    isRunning.current = false;
  };

  const enqueue = (added: Upload[]) => {
    dispatch({ type: "added", uploads: added });
    waiting.current.push(...added.filter(({ status }) => status === "pending"));
    void run();
  };

  const retry = (ids: readonly string[]) => {
    const again = uploads.filter(({ id, canRetry }) => canRetry && ids.includes(id));
    for (const { id } of again) change(id, { status: "pending", error: null });
    waiting.current.push(...again);
    void run();
  };

  const isReading = (slowCall.progress?.share ?? 0) >= READING_FROM_SHARE;
  return {
    uploads: uploads.map((upload) =>
      upload.status === "uploading" && isReading ? { ...upload, status: "processing" } : upload,
    ),
    progress: slowCall.progress,
    isPaused,
    isLimitReached,
    dismissLimit: () => setIsLimitReached(false),
    add: (files) =>
      enqueue(
        files.map((file) => {
          const problem = documentProblem(file);
          return newUpload(file, file.name, problem && t(`errors.${problem}`));
        }),
      ),
    addText: (text, fileName) => {
      const file = new File([text.trim()], "pasted-text.txt", { type: "text/plain" });
      enqueue([newUpload(file, fileName, null)]);
    },
    retry,
    remove: ({ id, status }) => {
      if (status === "uploading" || status === "processing") {
        slowCall.cancel();
        return;
      }
      waiting.current = waiting.current.filter((one) => one.id !== id);
      dispatch({ type: "removed", id });
    },
    resume: () => void run(),
  };
}

function newUpload(file: File, fileName: string, problem: string | null): Upload {
  return {
    id: newOperationId(),
    fileName,
    file,
    status: problem === null ? "pending" : "failed",
    error: problem,
    canRetry: problem === null,
    result: null,
  };
}

/** Aborted as soon as the page is left. */
function leavingSignal(controller: AbortController | null): AbortSignal {
  return controller?.signal ?? AbortSignal.abort();
}
