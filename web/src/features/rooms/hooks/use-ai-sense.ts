/** State of the AI Sense pane: readiness, the latest reading, and its failure. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { liveInsightsQuery, type LiveInsights } from "../api/live-insights";
import type { TranscriptLine } from "../engine/transcript";
import { isConversationReady } from "../lib/readiness";

export interface AiSense {
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  /** Why there is nothing to read yet; null once there is. */
  waitingFor: "interview" | "conversation" | null;
  isAnalyzing: boolean;
  error: Error | null;
  insights: LiveInsights | null;
  retry: () => void;
}

interface Options {
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  hasStarted: boolean;
  lines: readonly TranscriptLine[];
}

export function useAiSense(interviewId: string, options: Options): AiSense {
  const { isOn, setOn, lines } = options;
  const entries = useMemo(
    () =>
      lines
        .filter(({ role }) => role !== "system")
        .map(({ text, final }) => ({ text, isFinal: final })),
    [lines],
  );
  // A demo transcript is read without a running interview.
  const hasStarted = options.hasStarted || entries.length > 0;
  const query = useQuery({ ...liveInsightsQuery(interviewId), enabled: isOn && hasStarted });
  const isReadyHere = isConversationReady(entries);
  // The server knows lines that this browser has not seen; it only ever adds readiness.
  const isReady = isReadyHere || (query.data?.ready ?? false);
  return {
    isOn,
    setOn,
    waitingFor: !hasStarted ? "interview" : isReady ? null : "conversation",
    isAnalyzing: query.isFetching,
    error: query.error,
    insights: query.data?.insights ?? null,
    retry: () => void query.refetch(),
  };
}
