/** A score as a bar in the color of its band. */
import { cn } from "@/lib/cn";

import { scoreBand, scoreBarPercent, type ScoreBand } from "../lib/scores";

const FILLS: Record<ScoreBand, string> = {
  green: "bg-success",
  yellow: "bg-warning",
  orange: "bg-orange",
  red: "bg-danger",
};

interface ScoreBarProps {
  label: string;
  score: number;
  /** The interval in which the score probably lies, with its words for screen readers. */
  range?: { low: number; high: number; text: string } | null;
  /** A score that was not measured is a default, and has no color. */
  isMeasured?: boolean;
}

export function ScoreBar({ label, score, range = null, isMeasured = true }: ScoreBarProps) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={10}
      aria-valuenow={score}
      aria-valuetext={range?.text}
      className="relative mt-1.5 h-2 overflow-hidden rounded-full bg-line print:border print:border-line"
    >
      <div
        className={cn(
          "h-full rounded-full print:[print-color-adjust:exact]",
          isMeasured ? FILLS[scoreBand(score)] : "bg-muted/40",
        )}
        style={{ width: `${scoreBarPercent(score)}%` }}
      />
      {range && (
        <div
          className="absolute inset-y-0 bg-ink/20 print:[print-color-adjust:exact]"
          style={{
            left: `${scoreBarPercent(range.low)}%`,
            right: `${100 - scoreBarPercent(range.high)}%`,
          }}
        />
      )}
    </div>
  );
}
