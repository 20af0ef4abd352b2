/** State of the questions panel: the list, generation, rewriting, and why generating is blocked. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { questionSetQuery } from "../api/questions-query";
import { remainingCapacity } from "../lib/distribution";
import { isAnswerComing } from "../lib/good-answer";
import { useGeneration } from "./use-generation";
import { useRewriting } from "./use-rewriting";
import { useWarmUp } from "./use-warm-up";

/** Poll interval while the model writes, so that questions appear as they are stored. */
const WRITING_POLL_MS = 1000;
/** Poll interval while answer points are expected, which are written in the background. */
const ANSWERS_POLL_MS = 10_000;

interface Sources {
  interviewId: string;
  candidateId: string | null;
  jobDescriptionId: string | null;
}

export function useQuestionsPanel(sources: Sources) {
  const { interviewId, candidateId, jobDescriptionId } = sources;
  const { t } = useTranslation("questions");
  const [isChoosing, setIsChoosing] = useState(false);
  const generation = useGeneration(sources);
  const { isRunning } = generation;
  const rewriting = useRewriting(interviewId, generation.difficulty);
  const query = useQuery({
    ...questionSetQuery(interviewId),
    // Shows changes from another tab immediately.
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
      if (isRunning || data?.isBeingWritten) return WRITING_POLL_MS;
      const isComing = data?.questions.some((one) => isAnswerComing(one, dataUpdatedAt));
      return isComing ? ANSWERS_POLL_MS : false;
    },
  });
  const questions = query.data?.questions ?? [];
  const capacity = remainingCapacity(questions.length);
  const isWrittenElsewhere =
    query.data?.isBeingWritten === true && !isRunning && rewriting.questionId === null;
  const hasSources = candidateId !== null || jobDescriptionId !== null;
  const blockedReason =
    capacity === 0
      ? t("errors.limitGenerating")
      : isWrittenElsewhere
        ? t("writtenElsewhere")
        : hasSources
          ? null
          : t("nothingToAskFrom");
  const isAboutToGenerate = isChoosing || query.data?.questions.length === 0;
  useWarmUp(sources, isAboutToGenerate && blockedReason === null && !isRunning);
  return {
    query,
    questions,
    capacity,
    hasSources,
    generation,
    rewriting,
    isWrittenElsewhere,
    /** Why generating is blocked; null if it is not. */
    blockedReason,
    /** Whether the dialog that chooses what to generate is open. */
    isChoosing,
    setIsChoosing,
  };
}
