import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { billingSummaryQuery } from "@/api/current-user";
import { isCancelled } from "@/api/errors";
import { useSlowCall } from "@/api/operations";
import type { OperationProgress } from "@/api/types";
import { useTransient } from "@/hooks/use-transient";

import { documentsQuery } from "../api/documents-query";
import { processDocument } from "../api/process-document";
import type { ProcessedDocument } from "../api/types";
import { fileProblem, type PastedType, textAsFile } from "../lib/file-rules";
import { isAllowanceUsedUp, processingErrorMessage } from "../lib/processing-error";

const FILE_DONE_MS = 1000;
const TEXT_DONE_MS = 800;
const UPDATED_MS = 5000;

export interface CurrentUpload {
  name: string;
  /** 1 for the first of `count`. */
  number: number;
  count: number;
}

export interface DocumentUploads {
  current: CurrentUpload | null;
  progress: OperationProgress | null;
  /** Name of what was read last, while the full progress box still stands. */
  finished: string | null;
  /** What the last document changed; goes away after five seconds. */
  updated: string | null;
  /** A sentence that must be read. */
  alert: string | null;
  dismissAlert: () => void;
  isAllowanceOver: boolean;
  dismissAllowance: () => void;
  uploadFiles: (files: readonly File[]) => Promise<void>;
  /** Resolves to true when the text was taken. */
  addText: (text: string, type: PastedType) => Promise<boolean>;
  cancel: () => void;
}

function whatChanged(result: ProcessedDocument): string | null {
  if (result.candidateProfile) return "Candidate profile updated";
  if (result.jobDescription) return "Job description updated";
  return null;
}

/** Uploads documents of one interview, one after the other. */
export function useDocumentUploads(
  interviewId: string,
  onProcessed: (result: ProcessedDocument) => void,
): DocumentUploads {
  const client = useQueryClient();
  const slowCall = useSlowCall();
  const [current, setCurrent] = useState<CurrentUpload | null>(null);
  const [finishedFile, showFinishedFile] = useTransient<string>(FILE_DONE_MS);
  const [finishedText, showFinishedText] = useTransient<string>(TEXT_DONE_MS);
  const [updated, showUpdated] = useTransient<string>(UPDATED_MS);
  const [alert, setAlert] = useState<string | null>(null);
  const [isAllowanceOver, setIsAllowanceOver] = useState(false);

  /** Documents left; unlimited where the billing summary cannot be read: the server decides then. */
  const readAllowance = async () => {
    try {
      const summary = await client.query({ ...billingSummaryQuery, staleTime: 0 });
      return summary.documents.remaining;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  };

  const process = async (file: File, type?: PastedType) => {
    try {
      const result = await slowCall.run((call) =>
        processDocument({ file, interviewId, type }, call),
      );
      showUpdated(whatChanged(result));
      onProcessed(result);
    } finally {
      void client.invalidateQueries({ queryKey: documentsQuery(interviewId).queryKey });
      void client.invalidateQueries({ queryKey: billingSummaryQuery.queryKey });
    }
  };

  const uploadFiles = async (files: readonly File[]) => {
    const problems = files.flatMap((file) => {
      const problem = fileProblem(file);
      return problem === null ? [] : [files.length > 1 ? `${file.name}: ${problem}` : problem];
    });
    const failures: string[] = [...problems];
    const accepted = files.filter((file) => fileProblem(file) === null);
    let left = accepted.length > 0 ? await readAllowance() : 0;
    for (const [index, file] of accepted.entries()) {
      if (left <= 0) {
        setIsAllowanceOver(true);
        break;
      }
      setCurrent({ name: file.name, number: index + 1, count: accepted.length });
      try {
        await process(file);
        left -= 1;
        showFinishedFile(file.name);
      } catch (error) {
        if (isCancelled(error)) break;
        if (isAllowanceUsedUp(error)) {
          setIsAllowanceOver(true);
          break;
        }
        failures.push(`Failed to process ${file.name}: ${processingErrorMessage(error)}`);
      }
    }
    setCurrent(null);
    if (failures.length > 0) setAlert(failures.join("\n"));
  };

  const addText = async (text: string, type: PastedType) => {
    if (text.trim() === "") {
      setAlert("Please paste some text first.");
      return false;
    }
    if ((await readAllowance()) <= 0) {
      setIsAllowanceOver(true);
      return false;
    }
    const file = textAsFile(text, type);
    setCurrent({ name: "Pasted text", number: 1, count: 1 });
    try {
      await process(file, type);
      showFinishedText("Pasted text");
      return true;
    } catch (error) {
      if (isAllowanceUsedUp(error)) setIsAllowanceOver(true);
      else if (!isCancelled(error)) setAlert("Failed to process pasted text.");
      return false;
    } finally {
      setCurrent(null);
    }
  };

  return {
    current,
    progress: slowCall.progress,
    finished: finishedFile ?? finishedText,
    updated,
    alert,
    dismissAlert: () => setAlert(null),
    isAllowanceOver,
    dismissAllowance: () => setIsAllowanceOver(false),
    uploadFiles,
    addText,
    cancel: slowCall.cancel,
  };
}
