/** Loads an unfinished import and opens it in the wizard. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { isApiError } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

import { batchQuery } from "../api/batches";
import type { Batch } from "../api/types";

interface OpenedBatchProps {
  batchId: string;
  onStartNew: () => void;
  children: (batch: Batch) => ReactNode;
}

export function OpenedBatch({ batchId, onStartNew, children }: OpenedBatchProps) {
  const { t } = useTranslation("bulk");
  const batch = useQuery(batchQuery(batchId));
  if (batch.data) return children(batch.data);
  if (batch.error) {
    const isMissing = isApiError(batch.error) && batch.error.status === 404;
    return (
      <ErrorState
        title={t(isMissing ? "resume.missingTitle" : "resume.failed")}
        error={batch.error}
        {...(isMissing ? { message: t("resume.missingText") } : {})}
        {...(isMissing ? {} : { onRetry: () => void batch.refetch(), retrying: batch.isFetching })}
        action={<Button onClick={onStartNew}>{t("resume.startNew")}</Button>}
      />
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5" aria-busy>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
