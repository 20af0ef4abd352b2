/** Score from 1 to 10, or none. */
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";
import { cn } from "@/lib/cn";

import { SCORE_WORDS, scoreText, scoreTone } from "../lib/tracking";

const CHOSEN: Record<ReturnType<typeof scoreTone>, string> = {
  green: "bg-success text-white",
  yellow: "bg-warning text-black",
  orange: "bg-orange text-black",
  red: "bg-danger text-on-danger",
};

interface ScoreControlProps {
  score: number | null;
  onChange: (score: number | null) => void;
}

export function ScoreControl({ score, onChange }: ScoreControlProps) {
  const { t } = useTranslation("rooms");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <div role="radiogroup" aria-label={t("score.label")} className="flex gap-0.5">
        {SCORE_WORDS.map((word, index) => {
          const value = index + 1;
          const isChosen = value === score;
          const label = t(`score.words.${word}`);
          return (
            <button
              key={word}
              type="button"
              role="radio"
              aria-checked={isChosen}
              aria-label={`${value} ${label}`}
              title={label}
              onClick={() => onChange(value)}
              className={cn(
                "size-7 rounded-md font-mono text-xs tabular-nums transition-colors pointer-coarse:h-11",
                isChosen
                  ? CHOSEN[scoreTone(value)]
                  : "bg-sunken text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {value}
            </button>
          );
        })}
      </div>
      <span className="text-sm text-muted">{scoreText(t, score)}</span>
      {score !== null && (
        <IconButton label={t("score.clear")} icon={X} size="sm" onClick={() => onChange(null)} />
      )}
    </div>
  );
}
