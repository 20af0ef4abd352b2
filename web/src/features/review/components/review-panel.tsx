/** The review of an interview: own scores first, then everyone's next to the report, and the decision. */
import { useQuery } from "@tanstack/react-query";
import { EyeOff, History, PencilLine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { TitledSection } from "@/components/ui/titled-section";

import { useReviewActions } from "../api/review-actions";
import { reviewQuery } from "../api/review-queries";
import type { ReportScores, Review } from "../api/types";
import { useScorecardDraft } from "../hooks/use-scorecard-draft";
import { DecisionSection } from "./decision-section";
import { HistoryDialog } from "./history-dialog";
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
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-32" />
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
  const [isEditing, setIsEditing] = useState(false);
  const [hasHistory, setHasHistory] = useState(false);
  const { mine, agreement } = review;
  const { isChanged } = useScorecardDraft(interviewId, mine);
  // Once the report is shown, an empty form would only push it away.
  const [isReading, setIsReading] = useState(hasReport && !review.isConcealed && !isChanged);
  const isUnscored = review.canScore && mine === null;
  const isScoring = (isUnscored && !isReading) || (review.canScore && isEditing);
  const hasScores = agreement !== null && review.scorecards.length > 0;
  return (
    <div className="flex flex-col gap-9 print:gap-7">
      {isScoring && (
        <TitledSection heading={t("form.title")} className="print:hidden">
          {review.isConcealed && <Concealed interviewId={interviewId} hasReport={hasReport} />}
          <ScorecardForm
            interviewId={interviewId}
            saved={mine}
            roomNotes={roomNotes}
            onClose={mine === null ? null : () => setIsEditing(false)}
          />
        </TitledSection>
      )}
      {isUnscored && isReading && (
        <TitledSection
          heading={t("form.title")}
          aside={
            <Button size="sm" icon={PencilLine} onClick={() => setIsReading(false)}>
              {t("form.start")}
            </Button>
          }
          className="print:hidden"
        >
          <p className="text-muted">{t("form.none")}</p>
        </TitledSection>
      )}
      {hasScores && (
        <TitledSection
          heading={t("table.title")}
          aside={
            <span className="flex items-center gap-1 print:hidden">
              {mine !== null && !isEditing && (
                <Button size="sm" icon={PencilLine} onClick={() => setIsEditing(true)}>
                  {t("form.edit")}
                </Button>
              )}
              <IconButton
                icon={History}
                label={t("history.title")}
                onClick={() => setHasHistory(true)}
              />
            </span>
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
      {!hasScores && !review.isConcealed && (
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
      {hasHistory && (
        <HistoryDialog interviewId={interviewId} onClose={() => setHasHistory(false)} />
      )}
    </div>
  );
}

/** Why the report is not shown yet, and the way to see it without scoring. */
function Concealed({ interviewId, hasReport }: { interviewId: string; hasReport: boolean }) {
  const { t } = useTranslation("review");
  const { look } = useReviewActions(interviewId);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-sunken px-4 py-3">
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
