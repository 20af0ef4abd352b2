/** Runs question generation and keeps its progress and outcome. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { isApiError, isCancelled } from "@/api/errors";
import { newOperationId, useOperation } from "@/api/operations";
import type { Difficulty, OperationProgress } from "@/api/types";

import { generateQuestions } from "../api/generate-questions";
import { questionSetQuery } from "../api/questions-query";
import type { GenerationRequest, Question } from "../api/types";
import {
  clampDistribution,
  countTotal,
  remainingCapacity,
  SMART_ADD,
  type Distribution,
} from "../lib/distribution";
import type { GenerationChoice } from "../lib/generation-choice";
import { canRetry, generationErrorMessage } from "../lib/question-errors";
import { unwritten } from "../lib/unwritten";

interface Context {
  interviewId: string;
  candidateId: string | null;
  jobDescriptionId: string | null;
}

export interface Outcome {
  tone: "info" | "error";
  text: string;
  /** The requested questions that were not written; null if there is nothing to retry. */
  rest: GenerationChoice | null;
}

interface State {
  run: { operationId: string; controller: AbortController; total: number } | null;
  outcome: Outcome | null;
  /** As last chosen; rewriting uses it too. */
  difficulty: Difficulty;
}

const IDLE: State = { run: null, outcome: null, difficulty: "mid" };

/** Generation state per interview, kept in the query cache so that it survives unmounting the panel. */
function stateQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["question-generation", interviewId],
    // Local state, never fetched.
    queryFn: () => IDLE,
    enabled: false,
    initialData: IDLE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export interface Generation {
  isRunning: boolean;
  /** Number of questions that the run requested. */
  total: number;
  /** Null until the server has started. */
  progress: OperationProgress | null;
  outcome: Outcome | null;
  difficulty: Difficulty;
  cancel: () => void;
  dismiss: () => void;
  generate: (choice: GenerationChoice) => Promise<void>;
  smartAdd: () => Promise<void>;
}

function toRequest(
  context: Context,
  choice: GenerationChoice,
  distribution: Distribution,
  existing: readonly Question[],
): GenerationRequest {
  const { interviewId, candidateId, jobDescriptionId } = context;
  return {
    interviewId,
    context: {
      ...(choice.usesProfile && candidateId ? { candidateProfileId: candidateId } : {}),
      ...(choice.usesJob && jobDescriptionId ? { jobDescriptionId } : {}),
      existingQuestions: existing.map((question) => question._id),
    },
    distribution,
    options: {
      totalQuestions: countTotal(distribution),
      difficulty: choice.difficulty,
      focusAreas: choice.focusAreas,
      ownLines: choice.ownLines,
    },
  };
}

export function useGeneration(context: Context): Generation {
  const { t } = useTranslation("questions");
  const client = useQueryClient();
  const { interviewId } = context;
  const query = stateQuery(interviewId);
  const { run, outcome, difficulty } = useQuery(query).data;
  const progress = useOperation(run?.operationId ?? null);
  const key = questionSetQuery(interviewId).queryKey;
  const set = (part: Partial<State>) =>
    client.setQueryData<State>(query.queryKey, (old = IDLE) => ({ ...old, ...part }));
  const read = () => client.getQueryData(key)?.questions ?? [];

  const generate = async (choice: GenerationChoice) => {
    if (client.getQueryData<State>(query.queryKey)?.run) return;
    const existing = read();
    const requested = clampDistribution(choice.distribution, remainingCapacity(existing.length));
    const total = countTotal(requested);
    if (total === 0) {
      set({ outcome: { tone: "error", text: t("errors.limitGenerating"), rest: null } });
      return;
    }
    const controller = new AbortController();
    const operationId = newOperationId();
    const toRetryAfter = (written: readonly Question[]): GenerationChoice | null => {
      const distribution = unwritten(requested, written);
      const asked = written.map((question) => question.basedOn?.text);
      const ownLines = choice.ownLines.filter((line) => !asked.includes(line));
      return countTotal(distribution) === 0 ? null : { ...choice, distribution, ownLines };
    };
    /** The questions that an interrupted run did not write. */
    const findMissing = async () => {
      await client.refetchQueries({ queryKey: key });
      const before = new Set(existing.map((question) => question._id));
      return toRetryAfter(read().filter(({ _id, generation }) => generation && !before.has(_id)));
    };
    set({
      run: { operationId, controller, total },
      outcome: null,
      difficulty: choice.difficulty,
    });
    let result: Outcome | null = null;
    try {
      const response = await generateQuestions(toRequest(context, choice, requested, existing), {
        operationId,
        signal: controller.signal,
      });
      if (response.missing > 0) {
        const text = t("outcome.leftOut", { count: response.missing });
        result = { tone: "info", text, rest: toRetryAfter(response.questions) };
      }
    } catch (error) {
      if (isCancelled(error)) {
        result = { tone: "info", text: t("outcome.stopped"), rest: await findMissing() };
      } else if (!isApiError(error, "GENERATION_RUNNING")) {
        // The list itself shows that another tab is generating.
        const rest = canRetry(error) ? await findMissing() : null;
        result = { tone: "error", text: generationErrorMessage(t, error), rest };
      }
    } finally {
      // Refetch first: until then the list looks as if another tab were generating.
      await client.invalidateQueries({ queryKey: key });
      set({ run: null, outcome: result });
    }
  };

  return {
    isRunning: run !== null,
    total: run?.total ?? 0,
    progress,
    outcome,
    difficulty,
    cancel: () => run?.controller.abort(),
    dismiss: () => set({ outcome: null }),
    generate,
    smartAdd: () =>
      generate({
        distribution: SMART_ADD,
        difficulty: "mid",
        focusAreas: [],
        ownLines: [],
        usesProfile: true,
        usesJob: true,
      }),
  };
}
