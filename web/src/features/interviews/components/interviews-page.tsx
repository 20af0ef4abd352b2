/** Interviews page: list or calendar. */
import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, SearchX } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { hasNoCredits } from "@/api/current-user";
import type { Interview } from "@/api/types";
import { PagedList } from "@/components/paged-list";
import { RecordListSkeleton } from "@/components/record-list-skeleton";
import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { UpgradeModal } from "@/components/upgrade-modal";
import { useBillingSummary } from "@/hooks/use-billing-summary";

import { interviewListQuery } from "../api/list-interviews";
import { useInterviewDeletion } from "../hooks/use-interview-deletion";
import { useInterviewStart } from "../hooks/use-interview-start";
import { useInterviewsView, type InterviewsView } from "../hooks/use-interviews-view";
import { withoutHidden } from "../lib/without-hidden";
import { CalendarSkeleton } from "./calendar-skeleton";
import { CreateButton, CreateInterview } from "./create-interview";
import { DeleteInterviewDialog } from "./delete-interview-dialog";
import { InterviewList } from "./interview-list";
import { InterviewToolbar } from "./interview-toolbar";
import { RecordingImports } from "./recording-imports";

const InterviewCalendar = lazy(async () => ({
  default: (await import("./interview-calendar")).InterviewCalendar,
}));

interface InterviewsPageProps {
  /** Interviews of other users, above the list. */
  shared?: ReactNode;
}

export function InterviewsPage({ shared }: InterviewsPageProps) {
  const { t } = useTranslation(["interviews", "records"]);
  const [view, setView] = useInterviewsView();
  const start = useInterviewStart();
  const { hidden, remove, hasFailed, dismissFailure } = useInterviewDeletion();
  const billing = useBillingSummary();
  const list = useQuery({
    ...interviewListQuery(view),
    enabled: !view.isCalendar,
    select: (page) => withoutHidden(page, hidden),
  });
  const [deleting, setDeleting] = useState<Interview | null>(null);
  const results = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused row was removed, so the focus moves to the list.
    if (hidden.size > 0 && document.activeElement === document.body) results.current?.focus();
  }, [hidden]);

  const isSelected = view.q !== "" || view.statuses.length > 0;
  const hasNothing = !view.isCalendar && list.data?.data.length === 0;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t("title")} actions={<CreateInterview start={start} />} />
      {shared}
      <RecordingImports />
      <div className="flex flex-col gap-3">
        {(isSelected || !hasNothing || view.page > 1) && (
          <InterviewToolbar view={view} onView={setView} isFetching={list.isFetching} />
        )}
        <div ref={results} tabIndex={-1} className="outline-none">
          {view.isCalendar ? (
            <Suspense fallback={<CalendarSkeleton />}>
              <InterviewCalendar view={view} onView={setView} hidden={hidden} />
            </Suspense>
          ) : (
            <PagedList
              list={list}
              page={view.page}
              onPage={(page) => setView({ page })}
              skeleton={<RecordListSkeleton label={t("loading")} columns={3} />}
              failedTitle={t("failed")}
              pagesLabel={t("pages")}
              empty={
                isSelected ? (
                  <NothingFound view={view} onView={setView} />
                ) : (
                  <EmptyState
                    icon={CalendarPlus}
                    title={t("empty.title")}
                    action={<CreateButton start={start} />}
                    className="rounded-lg border border-line bg-surface py-20"
                  >
                    {t("empty.text")}
                  </EmptyState>
                )
              }
            >
              {(interviews) => (
                <InterviewList
                  interviews={interviews}
                  noCredits={hasNoCredits(billing)}
                  order={view}
                  onOrder={setView}
                  onDelete={setDeleting}
                />
              )}
            </PagedList>
          )}
        </div>
      </div>
      {deleting && (
        <DeleteInterviewDialog
          interview={deleting}
          onClose={() => setDeleting(null)}
          onConfirm={() => {
            setDeleting(null);
            remove(deleting._id);
          }}
        />
      )}
      <UpgradeModal
        open={start.isOutOfCredits}
        onOpenChange={(open) => !open && start.reset()}
        reason="credits"
      />
      <AlertMessage message={start.hasFailed ? t("createFailed") : null} onClose={start.reset} />
      <AlertMessage message={hasFailed ? t("delete.failed") : null} onClose={dismissFailure} />
      <p role="status" className="sr-only">
        {isSelected && hasNothing && t("filter.nothing")}
      </p>
    </div>
  );
}

interface NothingFoundProps {
  view: InterviewsView;
  onView: (change: Partial<InterviewsView>) => void;
}

function NothingFound({ view, onView }: NothingFoundProps) {
  const { t } = useTranslation("records");
  return (
    <EmptyState
      icon={SearchX}
      title={view.q === "" ? t("search.nothingOfStatus") : t("search.nothing", { text: view.q })}
      action={
        <Button onClick={() => onView({ q: "", statuses: [] })}>{t("search.showAll")}</Button>
      }
      className="rounded-lg border border-line bg-surface py-16 break-words"
    >
      {view.q !== "" && t("search.nothingText")}
    </EmptyState>
  );
}
