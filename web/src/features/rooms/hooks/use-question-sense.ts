/** Runs Question Sense: every minute, after three new lines, and when the server has found something. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";

import { useAnalyzeTranscript, useDecideSuggestion } from "../api/question-sense";
import { trackedQuestionsQuery } from "../api/tracked-questions";
import type { QuestionSuggestion } from "../engine/protocol";

const EVERY_MS = 60_000;
const MIN_NEW_LINES = 3;
const MIN_LINES = 2;

export interface QuestionSense {
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  /** Demo mode keeps Question Sense off. */
  isDemo: boolean;
  isAnalyzing: boolean;
  /** The last analysis failed; the next one is tried in its turn. */
  hasFailed: boolean;
  decide: (questionId: string, segmentId: string, action: "accept" | "reject") => void;
}

interface Options {
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  isDemo: boolean;
  /** Number of final lines so far. */
  lineCount: number;
  suggestions: readonly QuestionSuggestion[];
  onDecisionFailed: () => void;
}

export function useQuestionSense(interviewId: string, options: Options): QuestionSense {
  const { isOn, setOn, isDemo, lineCount, suggestions, onDecisionFailed } = options;
  const client = useQueryClient();
  const { mutate: analyze, isPending, isError } = useAnalyzeTranscript(interviewId);
  const { mutate: decide } = useDecideSuggestion(interviewId);
  const counted = useRef({ now: lineCount, atLastRun: 0 });

  const run = useCallback(() => {
    counted.current.atLastRun = counted.current.now;
    analyze();
  }, [analyze]);

  useEffect(() => {
    counted.current.now = lineCount;
    if (!isOn || lineCount < MIN_LINES) return;
    if (lineCount - counted.current.atLastRun >= MIN_NEW_LINES) run();
  }, [isOn, lineCount, run]);

  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (counted.current.now >= MIN_LINES) run();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isOn, run]);

  useEffect(() => {
    if (suggestions.length === 0) return;
    const byId = new Map(suggestions.map((item) => [item.questionId, item.aiTracking]));
    client.setQueryData(trackedQuestionsQuery(interviewId).queryKey, (questions) =>
      questions?.map((question) => {
        const aiTracking = byId.get(question._id);
        return aiTracking === undefined ? question : { ...question, aiTracking };
      }),
    );
  }, [client, interviewId, suggestions]);

  return {
    isOn,
    setOn,
    isDemo,
    isAnalyzing: isPending,
    hasFailed: isError,
    decide: (questionId, segmentId, action) =>
      decide({ questionId, segmentId, action }, { onError: onDecisionFailed }),
  };
}
