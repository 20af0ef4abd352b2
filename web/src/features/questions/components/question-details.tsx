/** Why a question is asked and what a good answer contains, collapsed to one line. */
import { ChevronRight, ListChecks } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";

import type { Question } from "../api/types";
import { isAnswerComing } from "../lib/good-answer";
import { BASIS_ICONS, BasisLine } from "./basis-line";
import { GoodAnswer } from "./good-answer";

interface QuestionDetailsProps {
  question: Question;
  number: number;
  /** When the questions were last loaded (epoch milliseconds). */
  readAt: number;
}

export function QuestionDetails({ question, number, readAt }: QuestionDetailsProps) {
  const { t } = useTranslation("questions");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { basedOn, goodAnswer } = question;
  const isComing = isAnswerComing(question, readAt);
  if (basedOn === null && goodAnswer === null && !isComing) return null;
  const Icon = basedOn ? BASIS_ICONS[basedOn.source] : ListChecks;
  const title = basedOn
    ? t(`row.basis.${basedOn.kind === "gap" ? "gap" : basedOn.source}`)
    : t("answer.title");
  return (
    <div className="mt-1.5 text-sm">
      <Tooltip
        side="bottom"
        text={basedOn && !isOpen ? t("row.quoted", { text: basedOn.text }) : null}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="touch-target -ml-1 flex max-w-full items-center gap-1.5 rounded-sm py-0.5 pr-1.5 text-left text-muted hover:bg-hover hover:text-ink"
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={cn("shrink-0 transition-transform duration-100", isOpen && "rotate-90")}
          />
          <Icon size={14} className="shrink-0" aria-hidden />
          <span className="sr-only">{t("row.why", { number })}</span>
          <span className="min-w-0 max-sm:line-clamp-2 sm:truncate">
            <span className="font-medium">{title}</span>
            {basedOn && !isOpen && ` ${t("row.quoted", { text: basedOn.text })}`}
          </span>
        </button>
      </Tooltip>
      {isOpen && (
        <div id={id} className="mt-1.5 mb-3 ml-5 flex max-w-prose animate-appear flex-col gap-3">
          {basedOn && <BasisLine basedOn={basedOn} />}
          <GoodAnswer points={goodAnswer} isComing={isComing} />
        </div>
      )}
    </div>
  );
}
