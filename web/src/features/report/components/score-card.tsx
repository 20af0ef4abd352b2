/** One score with its bar; on demand, what was counted for it. */
import { ChevronRight, TrendingDown, TrendingUp } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import type { ScoreBasis } from "../api/types";
import { formatScore, scoreBand, scoreBarPercent, type ScoreBand } from "../lib/scores";
import { SegmentLink } from "./segment-link";

const BAR: Record<ScoreBand, string> = {
  green: "bg-success",
  yellow: "bg-warning",
  orange: "bg-orange",
  red: "bg-danger",
};

interface ScoreCardProps {
  name: string;
  score: number | null;
  basis: readonly ScoreBasis[];
  /** Why there is no score; null if there is one. */
  reason: string | null;
}

export function ScoreCard({ name, score, basis, reason }: ScoreCardProps) {
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
        <div
          role="meter"
          aria-label={t("score.label", { name })}
          aria-valuemin={0}
          aria-valuemax={10}
          aria-valuenow={score}
          className="mt-1.5 h-2 overflow-hidden rounded-full bg-line print:border print:border-line"
        >
          <div
            className={cn(
              "h-full rounded-full print:[print-color-adjust:exact]",
              BAR[scoreBand(score)],
            )}
            style={{ width: `${scoreBarPercent(score)}%` }}
          />
        </div>
      )}
      {basis.length > 0 && (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="touch-target mt-2.5 flex items-center gap-1 rounded-sm text-sm font-medium text-accent-ink print:hidden"
          >
            <ChevronRight
              size={14}
              aria-hidden
              className={cn("transition-transform", isOpen && "rotate-90")}
            />
            {t(score === null ? "score.found" : "score.why")}
          </button>
          <ul id={id} className={cn("mt-2 flex flex-col gap-2.5", !isOpen && "hidden")}>
            {basis.map((row) => (
              <BasisRow key={row.feature + row.effect} row={row} />
            ))}
          </ul>
        </>
      )}
    </div>
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
