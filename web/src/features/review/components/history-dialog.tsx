/** Everything people changed in the review: who, when, what it was before. */
import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { PagedList } from "@/components/paged-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDateTime } from "@/lib/format";

import { reviewHistoryQuery } from "../api/review-queries";
import type { ReviewChange } from "../api/types";
import { changedFields, changeTitle, fieldLabel, fieldValue } from "../lib/history";

interface HistoryDialogProps {
  interviewId: string;
  onClose: () => void;
}

export function HistoryDialog({ interviewId, onClose }: HistoryDialogProps) {
  const { t } = useTranslation("review");
  const [page, setPage] = useState(1);
  const history = useQuery(reviewHistoryQuery(interviewId, page));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("history.title")}
      description={t("history.hint")}
      width="lg"
    >
      <PagedList
        list={history}
        page={page}
        onPage={setPage}
        failedTitle={t("history.failed")}
        pagesLabel={t("history.pages")}
        skeleton={
          <div role="status" aria-label={t("history.loading")} className="flex flex-col gap-3">
            {["a", "b", "c"].map((key) => (
              <Skeleton key={key} className="h-14" />
            ))}
          </div>
        }
        empty={<EmptyState icon={History} title={t("history.empty")} />}
      >
        {(changes) => (
          <ol className="flex flex-col">
            {changes.map((change) => (
              <Change key={change._id} change={change} />
            ))}
          </ol>
        )}
      </PagedList>
    </Dialog>
  );
}

function Change({ change }: { change: ReviewChange }) {
  const { t } = useTranslation("review");
  return (
    <li className="border-b border-line py-3 last:border-0">
      <h3 className="font-medium break-words">{changeTitle(t, change)}</h3>
      <p className="text-sm text-muted">
        {change.actorName ?? t("history.deletedUser")}
        {" · "}
        <time dateTime={change.createdAt}>{formatDateTime(change.createdAt)}</time>
      </p>
      <dl className="mt-1.5 flex flex-col gap-1">
        {changedFields(change).map(({ field, before, after }) => (
          <div key={field} className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="text-sm text-muted">{fieldLabel(t, field)}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line">
              {before !== undefined && (
                <del className="mr-2 text-muted decoration-line-strong">
                  <span className="sr-only">{t("history.before")} </span>
                  {fieldValue(t, field, before)}
                </del>
              )}
              <ins className="no-underline">
                <span className="sr-only">{t("history.after")} </span>
                {fieldValue(t, field, after)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
