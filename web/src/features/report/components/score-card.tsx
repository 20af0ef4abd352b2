/** One score with its bar and range; on demand, the counts behind it. */
import { ArrowDown, ChevronRight, TrendingDown, TrendingUp } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import type { ScoreBasis, ScoreRange } from "../api/types";
import { formatScore } from "../lib/scores";
import { ScoreBar } from "./score-bar";
import { SegmentLink } from "./segment-link";

interface ScoreCardProps {
  name: string;
  score: number | null;
  /** Null without a score, and in reports of earlier versions. */
  range: ScoreRange | null;
  basis: readonly ScoreBasis[];
  /** Why there is no score; null if there is one. */
  reason: string | null;
  /** Shows the scores by question; null if there are none. */
  onShowQuestions: (() => void) | null;
}

export function ScoreCard(props: ScoreCardProps) {
  const { name, score, range, basis, reason, onShowQuestions } = props;
  const { t } = useTranslation("report");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{name}</p>
        {score !== null && (
          <p className="font-mono text-lg font-semibold tabular-nums">
            {formatScore(score)}
            <span className="text-sm font-normal text-muted"> / 10</span>
          </p>
        )}
      </div>
      {score === null ? (
        <>
          <p className="mt-1 text-muted">{t("score.none")}</p>
          {reason && <p className="mt-1 text-sm text-muted">{reason}</p>}
        </>
      ) : (
        <ScoreMeter name={name} score={score} range={range} />
      )}
      {(basis.length > 0 || onShowQuestions) && (
        <p className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm font-medium text-accent-ink print:hidden">
          {basis.length > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
              className="touch-target flex items-center gap-1 rounded-sm"
            >
              <ChevronRight
                size={14}
                aria-hidden
                className={cn("transition-transform", isOpen && "rotate-90")}
              />
              {t(score === null ? "score.found" : "score.why")}
            </button>
          )}
          {onShowQuestions && (
            <button
              type="button"
              onClick={onShowQuestions}
              className="touch-target flex items-center gap-1 rounded-sm"
            >
              <ArrowDown size={14} aria-hidden />
              {t("score.byQuestion")}
            </button>
          )}
        </p>
      )}
      {basis.length > 0 && (
        <ul id={id} className={cn("mt-2 flex flex-col gap-2.5", !isOpen && "hidden")}>
          {basis.map((row) => (
            <BasisRow key={row.feature + row.effect} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ScoreMeterProps {
  name: string;
  score: number;
  range: ScoreRange | null;
}

function ScoreMeter({ name, score, range }: ScoreMeterProps) {
  const { t } = useTranslation("report");
  const words = range && {
    score: formatScore(score),
    low: formatScore(range.low),
    high: formatScore(range.high),
  };
  return (
    <>
      <ScoreBar
        label={t("score.label", { name })}
        score={score}
        range={range && words && { ...range, text: t("score.valueText", words) }}
      />
      {words && (
        // The meter says the same to screen readers.
        <p aria-hidden className="mt-1 text-sm text-muted tabular-nums">
          {t("score.range", words)}
        </p>
      )}
    </>
  );
}

const SHOWN_PLACES = 8;

function BasisRow({ row }: { row: ScoreBasis }) {
  const { t } = useTranslation("report");
  const [isWhole, setIsWhole] = useState(false);
  const Icon = row.effect === "raises" ? TrendingUp : TrendingDown;
  const places = isWhole ? row.segmentIds : row.segmentIds.slice(0, SHOWN_PLACES);
  const hidden = row.segmentIds.length - places.length;
  return (
    <li className="flex gap-2 text-sm">
      <Icon
        size={15}
        aria-label={t(`score.${row.effect}`)}
        className={cn(
          "mt-0.5 shrink-0",
          row.effect === "raises" ? "text-success-ink" : "text-danger-ink",
        )}
      />
      <div className="min-w-0">
        <p>
          {t(`features.${row.feature}`)}{" "}
          <span className="font-mono text-muted tabular-nums">× {row.count}</span>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2.5 gap-y-1">
          {places.map((segmentId) => (
            <SegmentLink key={segmentId} segmentId={segmentId} />
          ))}
          {hidden > 0 && (
            <button
              type="button"
              className="text-xs text-muted underline"
              onClick={() => setIsWhole(true)}
            >
              {t("score.more", { number: hidden })}
            </button>
          )}
        </p>
      </div>
    </li>
  );
}
