/** Questions tab of the recruiter room: filters, progress and question cards. */
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";

import type { QuestionSense } from "../hooks/use-question-sense";
import type { QuestionTracking } from "../hooks/use-question-tracking";
import { arrangeQuestions, emptyTexts, countProgress, type QuestionFilter } from "../lib/tracking";
import { QuestionCard } from "./question-card";
import { QuestionFilters } from "./question-filters";

interface QuestionTrackingPaneProps {
  tracking: QuestionTracking;
  sense: QuestionSense;
}

export function QuestionTrackingPane({ tracking, sense }: QuestionTrackingPaneProps) {
  const { t } = useTranslation("rooms");
  const [filter, setFilter] = useState<QuestionFilter>({ status: "all", category: "all" });
  const { questions, error, next } = tracking;

  if (questions === undefined) {
    return error === null ? (
      <div aria-busy className="flex flex-col gap-2 p-4">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    ) : (
      <ErrorState title={t("questions.failed")} error={error} onRetry={tracking.reload} />
    );
  }

  const shown = arrangeQuestions(questions, filter);
  const progress = countProgress(questions);
  const empty = emptyTexts(questions.length, filter);
  return (
    <div className="flex flex-col gap-3 p-4">
      {questions.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <QuestionFilters filter={filter} onChange={setFilter} />
          <div className="ml-auto flex min-w-40 grow items-center gap-3 sm:max-w-64">
            <Progress
              share={progress.answered / progress.total}
              label={t("questions.progress", progress)}
            />
            <span className="text-sm whitespace-nowrap text-muted tabular-nums">
              {t("questions.answered", progress)}
            </span>
          </div>
        </div>
      )}
      {questions.length > 0 && (
        <div className="flex items-center gap-2 text-sm text-muted">
          <Switch
            checked={sense.isOn}
            onChange={sense.setOn}
            disabled={sense.isDemo}
            aria-label={t("questionSense.label")}
          />
          <span>{t("questionSense.label")}</span>
          <span role="status" className="ml-auto">
            {sense.isDemo && t("questionSense.demo")}
            {sense.isOn && sense.isAnalyzing && t("questionSense.analyzing")}
            {sense.isOn && sense.hasFailed && (
              <span className="text-danger-ink">{t("questionSense.error")}</span>
            )}
          </span>
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState icon={ListChecks} title={t(empty.title)}>
          {t(empty.hint)}
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-2">
          {shown.map((question) => (
            <QuestionCard
              key={question._id}
              question={question}
              isNext={question._id === next?._id}
              isNotesFailed={tracking.unsavedNotes.has(question._id)}
              isOpen={tracking.openNotes.has(question._id)}
              onOpen={(isOpen) => tracking.setNotesOpen(question._id, isOpen)}
              onTrack={(change) => tracking.track(question._id, change)}
              onDecide={
                sense.isOn
                  ? (segmentId, action) => sense.decide(question._id, segmentId, action)
                  : null
              }
              onNotes={(notes) => tracking.saveNotes(question._id, notes)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
