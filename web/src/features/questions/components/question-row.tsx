/** One question in the list: text, category, time, source and details. */
import { Clock, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { cn } from "@/lib/cn";

import type { Question } from "../api/types";
import { QuestionDetails } from "./question-details";

interface QuestionRowProps {
  question: Question;
  number: number;
  /** When the questions were last loaded (epoch milliseconds). */
  readAt: number;
  menu: ReactNode;
  /** Whether another question is being edited. */
  isEditOff: boolean;
  /** Whether it was just edited, so that keyboard focus returns here. */
  takesFocus: boolean;
  onEdit: () => void;
  /** Cancels rewriting; given while the question is being rewritten. */
  onCancelRewriting: (() => void) | null;
  failure: string | null;
}

export function QuestionRow(props: QuestionRowProps) {
  const { t } = useTranslation(["questions", "common"]);
  const { question, number, readAt, menu, onEdit, onCancelRewriting, failure } = props;
  const isRewriting = onCancelRewriting !== null;
  return (
    <div className="flex min-w-0 grow items-start gap-1.5">
      <div className="min-w-0 grow" aria-busy={isRewriting || undefined}>
        <p className={cn("max-w-prose break-words", isRewriting && "opacity-45")}>
          {question.question}
        </p>
        {onCancelRewriting ? (
          <div role="status" className="mt-1 flex items-center gap-2 text-sm text-muted">
            <Spinner size={14} />
            {t("row.rewriting")}
            <Button size="sm" variant="ghost" onClick={onCancelRewriting}>
              {t("common:cancel")}
            </Button>
          </div>
        ) : (
          <QuestionDetails question={question} number={number} readAt={readAt} />
        )}
        {failure && (
          <p role="alert" className="mt-1.5 text-sm text-danger-ink">
            {failure}
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{t(`common:questionCategories.${question.category}`)}</Badge>
          <span className="flex items-center gap-1 tabular-nums">
            <Clock size={13} aria-hidden /> {t("minutes", { minutes: question.estimatedTime })}
          </span>
          <span>{t(`row.source.${question.source}`)}</span>
        </p>
      </div>
      <div className="flex shrink-0 max-sm:flex-col max-sm:gap-3">
        <IconButton
          size="sm"
          icon={Pencil}
          label={t("row.edit", { number })}
          disabled={props.isEditOff || isRewriting}
          // Returns the focus to where the editor was opened.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={props.takesFocus}
          onClick={onEdit}
        />
        {menu}
      </div>
    </div>
  );
}
