import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isCancelled } from "@/api/errors";
import { useSlowCall, type SlowCall } from "@/api/operations";

import { generateQuestions } from "../api/generate-questions";
import { questionsQuery } from "../api/questions-query";
import { clampDistribution, remainingCapacity, SMART_ADD, totalOf } from "../lib/distribution";
import type { GenerationChoice } from "../lib/generation-choice";
import { generationErrorMessage } from "../lib/question-errors";

interface Context {
  interviewId: string;
  candidateId: string | null;
  jobDescriptionId: string | null;
  existingIds: readonly string[];
}

export interface Outcome {
  tone: "info" | "error";
  text: string;
}

export interface Generation {
  slowCall: SlowCall;
  outcome: Outcome | null;
  dismiss: () => void;
  generate: (choice: GenerationChoice) => Promise<void>;
  smartAdd: () => Promise<void>;
}

/** Asks the server for questions, and keeps what came of it in words. */
export function useGeneration(context: Context): Generation {
  const { t } = useTranslation("questions");
  const client = useQueryClient();
  const slowCall = useSlowCall();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const generate = async (choice: GenerationChoice) => {
    const distribution = clampDistribution(
      choice.distribution,
      remainingCapacity(context.existingIds.length),
    );
    const totalQuestions = totalOf(distribution);
    if (totalQuestions === 0) {
      setOutcome({ tone: "error", text: t("errors.limitGenerating") });
      return;
    }
    const { candidateId, jobDescriptionId } = context;
    setOutcome(null);
    try {
      const answer = await slowCall.run((call) =>
        generateQuestions(
          {
            interviewId: context.interviewId,
            context: {
              ...(choice.usesProfile && candidateId ? { candidateProfileId: candidateId } : {}),
              ...(choice.usesJob && jobDescriptionId ? { jobDescriptionId } : {}),
              existingQuestions: [...context.existingIds],
            },
            distribution,
            options: {
              totalQuestions,
              difficulty: choice.difficulty,
              focusAreas: choice.focusAreas,
            },
          },
          call,
        ),
      );
      const { missing } = answer;
      if (missing > 0) setOutcome({ tone: "info", text: t("outcome.leftOut", { count: missing }) });
    } catch (error) {
      setOutcome(
        isCancelled(error)
          ? { tone: "info", text: t("outcome.stopped") }
          : { tone: "error", text: generationErrorMessage(t, error) },
      );
    } finally {
      await client.invalidateQueries({ queryKey: questionsQuery(context.interviewId).queryKey });
    }
  };

  return {
    slowCall,
    outcome,
    dismiss: () => setOutcome(null),
    generate,
    smartAdd: () =>
      generate({
        distribution: SMART_ADD,
        difficulty: "mid",
        focusAreas: [],
        usesProfile: true,
        usesJob: true,
      }),
  };
}
