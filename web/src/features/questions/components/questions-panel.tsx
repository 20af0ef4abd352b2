import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

import { questionsQuery } from "../api/questions-query";
import { useGeneration } from "../hooks/use-generation";
import { countByCategory, type CategoryFilter } from "../lib/categories";
import { MAX_QUESTIONS, remainingCapacity } from "../lib/distribution";
import { CategoryChips } from "./category-chips";
import { GenerateDialog } from "./generate-dialog";
import { GenerationProgress } from "./generation-progress";
import { Notice } from "./notice";
import { QuestionList } from "./question-list";
import { QuestionsDialogs, type OpenDialog } from "./questions-dialogs";
import { QuestionsToolbar } from "./questions-toolbar";

const POLL_MS = 1500;

interface QuestionsPanelProps {
  interviewId: string;
  candidateId: string | null;
  jobDescriptionId: string | null;
}

/** The questions of an interview: write, edit, remove, generate. */
export function QuestionsPanel({
  interviewId,
  candidateId,
  jobDescriptionId,
}: QuestionsPanelProps) {
  const { t } = useTranslation("questions");
  const [filter, setFilter] = useState<CategoryFilter>("all");
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [addLimit, setAddLimit] = useState(false);
  const cached = useQuery(questionsQuery(interviewId));
  const questions = cached.data ?? [];
  const generation = useGeneration({
    interviewId,
    candidateId,
    jobDescriptionId,
    existingIds: questions.map((question) => question._id),
  });
  const { slowCall } = generation;
  // While the model writes, every question shows as soon as it is stored.
  useQuery({
    ...questionsQuery(interviewId),
    enabled: slowCall.isRunning,
    refetchInterval: slowCall.isRunning ? POLL_MS : false,
  });
  const capacity = remainingCapacity(questions.length);
  const reason =
    capacity === 0
      ? t("errors.limitGenerating")
      : candidateId === null && jobDescriptionId === null
        ? t("nothingToAskFrom")
        : null;

  if (cached.isPending) return <ListSkeleton />;
  if (!cached.data) {
    return (
      <ErrorState
        title={t("failed")}
        error={cached.error}
        onRetry={() => void cached.refetch()}
        retrying={cached.isFetching}
      />
    );
  }
  const counts = countByCategory(questions);
  const shown = questions.filter(({ category }) => filter === "all" || category === filter);
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
          isGenerating={slowCall.isRunning}
          reason={reason}
          isEmpty={questions.length === 0}
          onSmartAdd={() => void generation.smartAdd()}
          onCustomAdd={() => setIsChoosing(true)}
          onAddManually={() => (capacity === 0 ? setAddLimit(true) : setDialog({ kind: "add" }))}
          onEmpty={() => setDialog({ kind: "empty" })}
        />
      </div>
      {slowCall.isRunning && <GenerationProgress slowCall={slowCall} />}
      {generation.outcome && <Notice {...generation.outcome} onDismiss={generation.dismiss} />}
      {addLimit && (
        <Notice tone="error" text={t("errors.limitAdding")} onDismiss={() => setAddLimit(false)} />
      )}
      {questions.length > 0 && (
        <CategoryChips counts={counts} chosen={filter} onChoose={setFilter} />
      )}
      {questions.length === 0 && !slowCall.isRunning && (
        <EmptyState icon={MessageCircleQuestionMark} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      )}
      <QuestionList
        interviewId={interviewId}
        questions={shown}
        numbers={new Map(questions.map((question, index) => [question._id, index + 1]))}
        onDelete={(question) => setDialog({ kind: "delete", question })}
      />
      <GenerateDialog
        open={isChoosing}
        onOpenChange={setIsChoosing}
        capacity={capacity}
        hasProfile={candidateId !== null}
        hasJob={jobDescriptionId !== null}
        isGenerating={slowCall.isRunning}
        onGenerate={(choice) => {
          setIsChoosing(false);
          void generation.generate(choice);
        }}
      />
      <QuestionsDialogs interviewId={interviewId} dialog={dialog} onClose={() => setDialog(null)} />
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
