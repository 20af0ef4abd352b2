/** The review of an interview: its state in a bar, which opens to scores, decision and reviewers. */
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, EyeOff, History, PencilLine } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TitledSection } from "@/components/ui/titled-section";
import { cn } from "@/lib/cn";

import { useReviewActions } from "../api/review-actions";
import { reviewQuery } from "../api/review-queries";
import type { ReportScores, Review } from "../api/types";
import { useScorecardDraft } from "../hooks/use-scorecard-draft";
import { DecisionSection } from "./decision-section";
import { HistoryDialog } from "./history-dialog";
import { ReviewSummary } from "./review-summary";
import { ReviewersSection } from "./reviewers-section";
import { ScorecardForm } from "./scorecard-form";
import { ScoresTable } from "./scores-table";

interface ReviewPanelProps {
  interviewId: string;
  /** Whether there is a report, shown or concealed. */
  hasReport: boolean;
  /** Null without a report, and while it is concealed. */
  reportScores: ReportScores | null;
  /** The owner's notes from the room. */
  roomNotes?: string;
}

export function ReviewPanel(props: ReviewPanelProps) {
  const { t } = useTranslation("review");
  const review = useQuery(reviewQuery(props.interviewId));
  if (review.isPending) {
    return (
      <div role="status" aria-label={t("loading")} className="flex flex-col gap-3">
        <Skeleton className="h-18" />
      </div>
    );
  }
  if (!review.data) {
    return (
      <ErrorState
        title={t("failed")}
        error={review.error}
        onRetry={() => void review.refetch()}
        retrying={review.isFetching}
      />
    );
  }
  return <ReviewParts {...props} review={review.data} />;
}

function ReviewParts(props: ReviewPanelProps & { review: Review }) {
  const { interviewId, review, hasReport, reportScores, roomNotes = "" } = props;
  const { t } = useTranslation("review");
  const { mine, agreement } = review;
  const { isChanged } = useScorecardDraft(interviewId, mine);
  // A scorecard that is being filled in stays in sight.
  const [isOpen, setIsOpen] = useState(isChanged);
  const [isEditing, setIsEditing] = useState(isChanged);
  const [hasHistory, setHasHistory] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const contentId = useId();
  const hasScores = agreement !== null && review.scorecards.length > 0;
  const editScores = () => {
    flushSync(() => {
      setIsOpen(true);
      setIsEditing(true);
    });
    // The button that was clicked is gone.
    form.current?.focus();
  };
  const toggle = () => {
    setIsOpen(!isOpen);
    if (isOpen && !isChanged) setIsEditing(false);
  };
  return (
    <section aria-label={t("title")} className="rounded-lg border border-line print:border-0">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3 px-4 py-3 print:hidden">
        <ReviewSummary review={review} />
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {review.canScore && mine === null && !isEditing && (
            <Button size="sm" icon={PencilLine} onClick={editScores}>
              {t("form.start")}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={isOpen ? ChevronUp : ChevronDown}
            aria-expanded={isOpen}
            aria-controls={contentId}
            onClick={toggle}
          >
            {t(isOpen ? "close" : "open")}
          </Button>
        </span>
        {review.isConcealed && (hasReport || review.reviewers.length > 0) && (
          <Concealed interviewId={interviewId} hasReport={hasReport} />
        )}
      </div>
      <div
        id={contentId}
        className={cn(
          "flex flex-col gap-5 px-4 pb-5 print:flex print:gap-7 print:p-0",
          !isOpen && "hidden",
        )}
      >
        {review.canScore && isEditing && (
          <div ref={form} tabIndex={-1} className="outline-none print:hidden">
            <TitledSection heading={t("form.title")} className="pt-5">
              <ScorecardForm
                interviewId={interviewId}
                saved={mine}
                roomNotes={roomNotes}
                onClose={() => setIsEditing(false)}
              />
            </TitledSection>
          </div>
        )}
        {hasScores && (
          <TitledSection
            heading={t("table.title")}
            className="pt-5"
            aside={
              mine !== null &&
              !isEditing && (
                <Button size="sm" icon={PencilLine} className="print:hidden" onClick={editScores}>
                  {t("form.edit")}
                </Button>
              )
            }
          >
            <ScoresTable
              scorecards={review.scorecards}
              agreement={agreement}
              reportScores={reportScores}
            />
          </TitledSection>
        )}
        {(review.isOwner || !review.isConcealed) && (
          <DecisionSection
            interviewId={interviewId}
            decision={review.decision}
            canDecide={review.isOwner && review.canScore}
          />
        )}
        <ReviewersSection
          interviewId={interviewId}
          reviewers={review.reviewers}
          isOwner={review.isOwner}
        />
        {!review.isConcealed && (
          <Button
            size="sm"
            variant="ghost"
            icon={History}
            className="-ml-2.5 self-start print:hidden"
            onClick={() => setHasHistory(true)}
          >
            {t("history.title")}
          </Button>
        )}
      </div>
      {hasHistory && (
        <HistoryDialog interviewId={interviewId} onClose={() => setHasHistory(false)} />
      )}
    </section>
  );
}

/** Why the report is not shown yet, and the way to see it without scoring. */
function Concealed({ interviewId, hasReport }: { interviewId: string; hasReport: boolean }) {
  const { t } = useTranslation("review");
  const { look } = useReviewActions(interviewId);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-sunken px-4 py-3">
      <EyeOff size={18} className="shrink-0 text-muted" aria-hidden />
      <p className="max-w-prose min-w-0 grow basis-64 text-sm text-muted">
        {t(hasReport ? "concealed.report" : "concealed.noReport")}
      </p>
      {hasReport && (
        <Button size="sm" busy={look.isPending} onClick={() => look.mutate()}>
          {t("concealed.look")}
        </Button>
      )}
      {look.isError && <FormError>{errorText(look.error, t("form.failed"))}</FormError>}
    </div>
  );
}
