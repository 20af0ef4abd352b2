/** Formatting of scores: colors, bars, decimals. */
import { formatNumber } from "@/lib/format";

export type ScoreBand = "green" | "yellow" | "orange" | "red";

/** 8 and up green, 6 and up yellow, 4 and up orange, below 4 red. */
export function scoreBand(score: number): ScoreBand {
  if (score >= 8) return "green";
  if (score >= 6) return "yellow";
  if (score >= 4) return "orange";
  return "red";
}

/** Width of a score bar: the value times ten, in percent. */
export function scoreBarPercent(score: number): number {
  return Math.min(100, Math.max(0, score * 10));
}

export function formatScore(score: number): string {
  return formatNumber(score, 1);
}
