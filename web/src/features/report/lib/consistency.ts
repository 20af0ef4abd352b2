/**
 * Numbers of the consistency check: display limits, defaults, and scores that are shown inverted.
 */
import type { ConsistencyCheck, Contradiction } from "../api/types";

/** The page shows this many pieces of evidence and this many patterns. */
export const SHOWN_ITEMS = 3;
const DEFAULT_CONFIDENCE = 0.5;
const DEFAULT_SCORE = 6;

/** The gravest contradictions that were not struck, then those that were. */
export function listShown(evidence: readonly Contradiction[]): Contradiction[] {
  const isStruck = ({ amendment }: Contradiction) => amendment?.isStruck ?? false;
  return [
    ...evidence.filter((item) => !isStruck(item)).slice(0, SHOWN_ITEMS),
    ...evidence.filter(isStruck),
  ];
}

/** Confidence in percent; 50 if the report has none. */
export function confidencePercent(confidence: number | null | undefined): number {
  return Math.round((confidence ?? DEFAULT_CONFIDENCE) * 100);
}

/** Directness and composure: 11 minus the value, 6 if it was not measured. */
export function invertedScore(value: number | null | undefined): number {
  return value === null || value === undefined ? DEFAULT_SCORE : 11 - value;
}

export interface Metric {
  name: "consistency" | "authenticity" | "directness" | "composure";
  score: number | null;
  isMeasured: boolean;
}

/** The four metrics in their order; a higher score is always the better one. */
export function listMetrics({ metrics }: Pick<ConsistencyCheck, "metrics">): Metric[] {
  const { consistencyScore, authenticityScore, evasivenessScore, stressIndicators } = metrics;
  return [
    { name: "consistency", score: consistencyScore, isMeasured: consistencyScore !== null },
    { name: "authenticity", score: authenticityScore, isMeasured: authenticityScore !== null },
    {
      name: "directness",
      score: invertedScore(evasivenessScore),
      isMeasured: evasivenessScore !== null,
    },
    {
      name: "composure",
      score: invertedScore(stressIndicators),
      isMeasured: stressIndicators !== null,
    },
  ];
}
