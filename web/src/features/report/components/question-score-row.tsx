/** One question of an interview with its scores; opens to the points and sentences of its answer. */
import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { ANSWER } from "@/components/ui/status-tones";
import { cn } from "@/lib/cn";

import type { NumberedQuestion } from "../lib/judged-questions";
import { formatScore } from "../lib/scores";
import { JudgedAnswer } from "./judged-answer";

/** Columns of wide rows: number, question, answer, both scores. */
export const ROW_GRID =
  "grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2.5 @2xl:gap-x-3 @2xl:grid-cols-[2.75rem_minmax(0,1fr)_8.5rem_6rem_6rem]";

interface QuestionScoreRowProps {
  row: NumberedQuestion;
  isOpen: boolean;
  onToggle: () => void;
}

export function QuestionScoreRow({ row, isOpen, onToggle }: QuestionScoreRowProps) {
  const { t } = useTranslation("report");
  const id = useId();
  const { number, follows, question } = row;
  return (
    <li
      className={cn(
        "border-t border-line",
        !isOpen && "print:break-inside-avoid",
        follows !== null && "pl-6",
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className={cn(
          "-mx-2 grid min-h-11 w-[calc(100%+1rem)] items-baseline gap-y-1.5 rounded-sm px-2 py-2.5 text-left hover:bg-hover",
          ROW_GRID,
        )}
      >
        <span className="flex items-baseline gap-1 font-mono text-sm text-muted tabular-nums">
          <ChevronRight
            size={14}
            aria-hidden
            className={cn(
              "shrink-0 translate-y-0.5 transition-transform print:hidden",
              isOpen && "rotate-90",
            )}
          />
          {number}
        </span>
        <span
          className={cn(
            "wrap-break-word",
            !isOpen && "line-clamp-2 print:line-clamp-none",
            question.question === "" && "text-muted italic",
          )}
        >
          {follows !== null && (
            <span className="sr-only">{t("questionScores.followUp", { number: follows })}: </span>
          )}
          {question.question || t("questionScores.noQuestion")}
        </span>
        <span className="col-span-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 @2xl:contents">
          <span>
            <Badge tone={ANSWER[question.answered].tone}>
              {t(`questionScores.answers.${question.answered}`)}
            </Badge>
          </span>
          <Score name={t("categories.technical")} score={question.technical} />
          <Score name={t("categories.communication")} score={question.communication} />
        </span>
      </button>
      {isOpen && (
        <div id={id} className="mt-1 mb-4 ml-5 animate-appear @2xl:ml-14">
          <JudgedAnswer question={question} />
        </div>
      )}
    </li>
  );
}

function Score({ name, score }: { name: string; score: number }) {
  return (
    <span className="@2xl:text-right">
      <span className="text-sm text-muted @2xl:sr-only">{name} </span>
      <span className="font-mono tabular-nums">{formatScore(score)}</span>
    </span>
  );
}
