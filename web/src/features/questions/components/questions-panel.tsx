/** Panel to generate, edit, reorder and delete the questions of an interview. */
import { LibraryBig, MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Difficulty } from "@/api/types";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

import { useQuestionsPanel } from "../hooks/use-questions-panel";
import { countByCategory, type CategoryFilter } from "../lib/categories";
import { MAX_QUESTIONS } from "../lib/distribution";
import { accessErrorMessage } from "../lib/question-errors";
import { totalMinutes } from "../lib/total-time";
import { CategoryChips } from "./category-chips";
import { GenerateDialog } from "./generate-dialog";
import { GenerationProgress } from "./generation-progress";
import { Notice } from "./notice";
import { QuestionList } from "./question-list";
import { QuestionsDialogs, type OpenDialog } from "./questions-dialogs";
import { QuestionsToolbar } from "./questions-toolbar";
import { TimeBudget } from "./time-budget";

interface QuestionsPanelProps {
  interviewId: string;
  candidateId: string | null;
  jobDescriptionId: string | null;
  /** Level of the job; null if it states none. */
  jobLevel: Difficulty | null;
  /** Scheduled duration of the interview; null if not scheduled. */
  scheduledMinutes: number | null;
}

export function QuestionsPanel(props: QuestionsPanelProps) {
  const { interviewId, candidateId, jobDescriptionId, jobLevel, scheduledMinutes } = props;
  const { t } = useTranslation("questions");
  const [filter, setFilter] = useState<CategoryFilter>("all");
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [addLimit, setAddLimit] = useState(false);
  const [applied, setApplied] = useState<string | null>(null);
  const panel = useQuestionsPanel({ interviewId, candidateId, jobDescriptionId });
  const { query, questions, capacity, generation, rewriting, isWrittenElsewhere } = panel;
  const { isRunning, outcome } = generation;

  if (query.isPending) return <ListSkeleton />;
  if (!query.data) {
    return (
      <ErrorState
        title={t("failed")}
        error={query.error}
        message={accessErrorMessage(t, query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const rest = outcome?.rest;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-md font-semibold">
          {t("title")}{" "}
          <span className="ml-1 font-mono text-sm font-normal text-muted tabular-nums">
            {questions.length} / {MAX_QUESTIONS}
          </span>
        </h2>
        <QuestionsToolbar
          isGenerating={isRunning}
          isRewriting={rewriting.questionId !== null}
          isWrittenElsewhere={isWrittenElsewhere}
          reason={panel.blockedReason}
          isEmpty={questions.length === 0}
          onSmartAdd={() => void generation.smartAdd()}
          onCustomAdd={() => panel.setIsChoosing(true)}
          onAddManually={() => (capacity === 0 ? setAddLimit(true) : setDialog({ kind: "add" }))}
          onUseTemplate={() => setDialog({ kind: "useTemplate" })}
          onSaveTemplate={() => setDialog({ kind: "saveTemplate" })}
          onEmpty={() => setDialog({ kind: "empty" })}
        />
      </div>
      {isRunning && <GenerationProgress generation={generation} />}
      {/* Just after a stop, the server still holds this tab's own lease. */}
      {isWrittenElsewhere && !outcome && <Notice tone="info" busy text={t("outcome.otherTab")} />}
      {outcome && (
        <Notice
          tone={outcome.tone}
          text={outcome.text}
          action={
            rest && !isWrittenElsewhere
              ? { label: t("outcome.retry"), onClick: () => void generation.generate(rest) }
              : null
          }
          onDismiss={generation.dismiss}
        />
      )}
      {addLimit && (
        <Notice tone="error" text={t("errors.limitAdding")} onDismiss={() => setAddLimit(false)} />
      )}
      {applied !== null && <Notice tone="info" text={applied} onDismiss={() => setApplied(null)} />}
      {questions.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
          <CategoryChips counts={countByCategory(questions)} chosen={filter} onChoose={setFilter} />
          <TimeBudget minutes={totalMinutes(questions)} scheduledMinutes={scheduledMinutes} />
        </div>
      )}
      {questions.length === 0 && !isRunning && !isWrittenElsewhere && (
        <EmptyState
          icon={MessageCircleQuestionMark}
          title={t("empty.title")}
          action={
            <Button icon={LibraryBig} onClick={() => setDialog({ kind: "useTemplate" })}>
              {t("toolbar.useTemplate")}
            </Button>
          }
        >
          {t("empty.text")}
        </EmptyState>
      )}
      <QuestionList
        interviewId={interviewId}
        questions={questions}
        isShown={({ category }) => filter === "all" || category === filter}
        isFiltered={filter !== "all"}
        isGenerating={isRunning || isWrittenElsewhere}
        readAt={query.dataUpdatedAt}
        rewriting={rewriting}
        onRewrite={
          panel.hasSources
            ? (question) =>
                question.source === "ai_generated"
                  ? void rewriting.rewrite(question._id)
                  : setDialog({ kind: "rewrite", question })
            : null
        }
        onDelete={(question) => setDialog({ kind: "delete", question })}
      />
      {panel.isChoosing && (
        <GenerateDialog
          open
          onOpenChange={panel.setIsChoosing}
          capacity={capacity}
          hasProfile={candidateId !== null}
          hasJob={jobDescriptionId !== null}
          jobLevel={jobLevel}
          isGenerating={isRunning}
          onGenerate={(choice) => {
            panel.setIsChoosing(false);
            void generation.generate(choice);
          }}
        />
      )}
      <QuestionsDialogs
        interviewId={interviewId}
        dialog={dialog}
        count={questions.length}
        onRewrite={(questionId) => void rewriting.rewrite(questionId)}
        onApplied={({ added, skipped }) =>
          setApplied(
            [
              t("templates.added", { count: added }),
              ...(skipped > 0 ? [t("templates.skipped", { count: skipped })] : []),
            ].join(", "),
          )
        }
        onClose={() => setDialog(null)}
      />
    </div>
  );
}

function ListSkeleton() {
  const { t } = useTranslation("questions");
  return (
    <div aria-busy="true" aria-label={t("loading")} className="flex flex-col gap-3">
      <Skeleton className="h-9 w-80 max-w-full" />
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-24" />
      ))}
    </div>
  );
}
