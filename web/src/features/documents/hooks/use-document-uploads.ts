/** Sequential uploads of the documents of an interview or a record. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { billingSummaryQuery } from "@/api/current-user";
import { isCancelled } from "@/api/errors";
import { useSlowCall } from "@/api/operations";
import { isAllowanceUsedUp, processDocument } from "@/api/process-document";
import { siteQuery } from "@/api/site";
import type { OperationProgress, ProcessedDocument } from "@/api/types";
import { useMaxDocumentBytes } from "@/hooks/use-max-document-bytes";
import { useTransient } from "@/hooks/use-transient";
import { documentProblem, formatMegabytes } from "@/lib/document-files";

import { removeDocument } from "../api/change-document";
import { ownDocumentsQuery, type DocumentsOwner } from "../api/documents-query";
import { namesOtherPerson } from "../lib/other-person";
import { textAsFile, type PastedType } from "../lib/pasted-text";
import { processingErrorMessage } from "../lib/processing-error";

/** Form field that names what a document is uploaded for. */
const TARGETS = {
  interviews: "interviewId",
  candidates: "candidateId",
  "job-descriptions": "jobDescriptionId",
} as const;

const FILE_DONE_MS = 1000;
const TEXT_DONE_MS = 800;
const UPDATED_MS = 5000;

export interface CurrentUpload {
  name: string;
  /** Position in the sequence, starting at 1. */
  number: number;
  count: number;
}

export interface DocumentUploads {
  current: CurrentUpload | null;
  progress: OperationProgress | null;
  /** Name of the last processed file, while the completed progress is shown. */
  finished: string | null;
  /** What the last document changed; cleared after five seconds. */
  updated: string | null;
  /** Error message to show in an alert. */
  alert: string | null;
  dismissAlert: () => void;
  isAllowanceOver: boolean;
  dismissAllowance: () => void;
  uploadFiles: (files: readonly File[]) => Promise<void>;
  /** Resolves to true if the text was accepted. */
  addText: (text: string, type: PastedType) => Promise<boolean>;
  cancel: () => void;
}

export function useDocumentUploads(
  owner: DocumentsOwner,
  onProcessed: (result: ProcessedDocument | null) => void,
): DocumentUploads {
  const { t } = useTranslation("documents");
  const client = useQueryClient();
  const slowCall = useSlowCall();
  const maxBytes = useMaxDocumentBytes();
  const [current, setCurrent] = useState<CurrentUpload | null>(null);
  const [finishedFile, showFinishedFile] = useTransient<string>(FILE_DONE_MS);
  const [finishedText, showFinishedText] = useTransient<string>(TEXT_DONE_MS);
  const [updated, showUpdated] = useTransient<string>(UPDATED_MS);
  const [alert, setAlert] = useState<string | null>(null);
  const [isAllowanceOver, setIsAllowanceOver] = useState(false);

  /** Documents left; unlimited if usage is not metered or the count cannot be read. */
  const readAllowance = async () => {
    try {
      const { billingMode } = await client.query(siteQuery);
      if (billingMode === "off") return Number.POSITIVE_INFINITY;
      const summary = await client.query({ ...billingSummaryQuery, staleTime: 0 });
      return summary.documents.remaining;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  };

  /** Deletes the result of a cancelled upload, which the server processes to the end. */
  const discardNew = async (known: ReadonlySet<string>) => {
    const documents = await client.query({ ...ownDocumentsQuery(owner), staleTime: 0 });
    const discarded = documents.filter(
      ({ _id, processingStatus }) => !known.has(_id) && processingStatus !== "completed",
    );
    await Promise.all(discarded.map(({ _id }) => removeDocument(_id)));
  };

  const process = async (file: File, type?: PastedType) => {
    const { queryKey } = ownDocumentsQuery(owner);
    const known = new Set(client.getQueryData(queryKey)?.map(({ _id }) => _id));
    try {
      const result = await slowCall.run((call) =>
        processDocument({ file, [TARGETS[owner.kind]]: owner.id, type }, call),
      );
      const isKeptOut = namesOtherPerson(result.document);
      if (isKeptOut) showUpdated(null);
      else if (result.candidateProfile) showUpdated(t("updated.profile"));
      else showUpdated(result.jobDescription ? t("updated.job") : null);
      onProcessed(result);
    } catch (error) {
      // On failure the list below shows the document and offers to remove it.
      if (isCancelled(error)) await discardNew(known).catch(() => undefined);
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: billingSummaryQuery.queryKey });
    }
  };

  const uploadFiles = async (files: readonly File[]) => {
    const problems = files.flatMap((file) => {
      const key = documentProblem(file, maxBytes);
      if (key === null) return [];
      const problem = t(`problems.${key}`, { megabytes: formatMegabytes(maxBytes) });
      return [files.length > 1 ? t("problems.ofFile", { name: file.name, problem }) : problem];
    });
    const failures: string[] = [...problems];
    const accepted = files.filter((file) => documentProblem(file, maxBytes) === null);
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
        failures.push(
          t("errors.file", { name: file.name, reason: processingErrorMessage(t, error, maxBytes) }),
        );
      }
    }
    setCurrent(null);
    if (failures.length > 0) setAlert(failures.join("\n"));
  };

  const addText = async (text: string, type: PastedType) => {
    if (text.trim() === "") {
      setAlert(t("errors.noText"));
      return false;
    }
    if ((await readAllowance()) <= 0) {
      setIsAllowanceOver(true);
      return false;
    }
    const file = textAsFile(text, type);
    const name = t("paste.name");
    setCurrent({ name, number: 1, count: 1 });
    try {
      await process(file, type);
      showFinishedText(name);
      return true;
    } catch (error) {
      if (isAllowanceUsedUp(error)) setIsAllowanceOver(true);
      else if (!isCancelled(error)) setAlert(t("errors.text"));
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
