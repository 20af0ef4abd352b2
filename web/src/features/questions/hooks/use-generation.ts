import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { isCancelled } from "@/api/errors";
import { useSlowCall, type SlowCall } from "@/api/operations";

import { generateQuestions } from "../api/generate-questions";
import { questionsQuery } from "../api/questions-query";
import { clampDistribution, remainingCapacity, SMART_ADD, totalOf } from "../lib/distribution";
import type { GenerationChoice } from "../lib/generation-choice";
import { generationErrorMessage, LIMIT_WHEN_GENERATING } from "../lib/question-errors";

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

function leftOut(missing: number): Outcome | null {
  if (missing === 0) return null;
  const count = missing === 1 ? "1 question" : `${missing} questions`;
  return {
    tone: "info",
    text: `${count} could not be written well enough and ${missing === 1 ? "was" : "were"} left out. Generate again to fill the gap.`,
  };
}

/** Asks the server for questions, and keeps what came of it in words. */
export function useGeneration(context: Context): Generation {
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
      setOutcome({ tone: "error", text: LIMIT_WHEN_GENERATING });
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
      setOutcome(leftOut(answer.missing));
    } catch (error) {
      setOutcome(
        isCancelled(error)
          ? { tone: "info", text: "Stopped. The questions written so far are kept." }
          : { tone: "error", text: generationErrorMessage(error) },
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
