/** One question with its status, actions, score and notes. */
import { NotebookPen } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TRACKING_STATUS } from "@/components/ui/status-tones";
import { cn } from "@/lib/cn";

import type { HumanTracking, TrackedQuestion } from "../api/tracked-questions";
import { findActions, applyAction, applyScore, scoreText } from "../lib/tracking";
import { QuestionAnswerPoints } from "./question-answer-points";
import { QuestionNotes } from "./question-notes";
import { QuestionSuggestion } from "./question-suggestion";
import { ScoreControl } from "./score-control";

interface QuestionCardProps {
  question: TrackedQuestion;
  isNext: boolean;
  isNotesFailed: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onTrack: (change: Partial<HumanTracking>) => void;
  onNotes: (notes: string) => void;
  /** Null while Question Sense is off. */
  onDecide: ((segmentId: string, action: "accept" | "reject") => void) | null;
}

const ACTION_CLASS = "max-sm:h-11 max-sm:px-1.5 max-sm:leading-tight max-sm:whitespace-normal";

const now = () => new Date().toISOString();

export function QuestionCard(props: QuestionCardProps) {
  const { t } = useTranslation(["rooms", "common"]);
  const { question, isNext, isNotesFailed, isOpen, onOpen, onTrack, onNotes, onDecide } = props;
  const { status, score, notes } = question.humanTracking;

  return (
    <li
      data-status={status}
      className={cn(
        "rounded-lg border bg-surface p-3",
        isNext ? "border-accent" : "border-line",
        (status === "skipped" || status === "answered") && "bg-sunken",
      )}
    >
      <div className="flex items-start gap-3">
        <p className={cn("grow text-base break-words", status === "skipped" && "text-muted")}>
          {question.question}
        </p>
        <Badge tone={TRACKING_STATUS[status].tone}>{t(`questions.status.${status}`)}</Badge>
      </div>
      {onDecide !== null && <QuestionSuggestion question={question} onDecide={onDecide} />}
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <span className="text-xs text-muted">
          {t(`common:questionCategories.${question.category}`)} ·{" "}
          {t("questions.minutes", { minutes: question.estimatedTime })}
        </span>
        {score !== null && <Badge tone="accent">{`${score} · ${scoreText(t, score)}`}</Badge>}
        {notes !== "" && !isOpen && <Badge>{t("notes.label")}</Badge>}
        {/* On a phone, two rows: the first of three actions is as wide as the other two. */}
        <div className="ml-auto flex flex-wrap justify-end gap-1 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:gap-2 max-sm:[&>:first-child:nth-last-child(odd)]:col-span-2">
          {findActions(status).map((action) => (
            <Button
              key={action}
              size="sm"
              className={ACTION_CLASS}
              variant={action === "markAsked" || action === "markAnswered" ? "secondary" : "ghost"}
              onClick={() => onTrack(applyAction(action, now()))}
            >
              {t(`questions.actions.${action}`)}
            </Button>
          ))}
          <Button
            size="sm"
            variant="ghost"
            icon={NotebookPen}
            className={ACTION_CLASS}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            {t("notes.label")}
          </Button>
        </div>
      </div>
      {(isNext || isOpen || status === "asked") && (
        <QuestionAnswerPoints basedOn={question.basedOn} goodAnswer={question.goodAnswer} />
      )}
      {isOpen && (
        <div className="mt-3 flex flex-col gap-3 border-t border-line pt-3">
          <ScoreControl score={score} onChange={(value) => onTrack(applyScore(value, now()))} />
          <QuestionNotes
            questionId={question._id}
            initial={notes}
            isFailed={isNotesFailed}
            onSave={onNotes}
          />
        </div>
      )}
    </li>
  );
}
