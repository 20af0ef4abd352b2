/** The suggestion of Question Sense for one question, next to the status that people set. */
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";

import type { TrackedQuestion } from "../api/tracked-questions";
import { openSuggestion } from "../lib/tracking";
import { QuoteMark } from "./quote-mark";

interface QuestionSuggestionProps {
  question: TrackedQuestion;
  onDecide: (segmentId: string, action: "accept" | "reject") => void;
}

export function QuestionSuggestion({ question, onDecide }: QuestionSuggestionProps) {
  const { t } = useTranslation("rooms");
  const suggestion = openSuggestion(question);
  if (suggestion === null) return null;
  const { status, percent, quote, segmentId } = suggestion;
  const names = { question: question.question };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 rounded-md bg-info-soft px-3 py-2 text-sm text-info-ink">
      <div className="min-w-0 grow basis-56">
        <p className="font-medium">
          {t("questionSense.suggestion", { status: t(`questions.status.${status}`), percent })}
        </p>
        <p className="line-clamp-2 break-words">
          {t("questionSense.quote", { quote })}
          <QuoteMark segmentId={segmentId} />
        </p>
      </div>
      <div className="flex gap-1">
        <Button
          size="sm"
          variant="secondary"
          aria-label={t("questionSense.acceptOf", names)}
          onClick={() => onDecide(segmentId, "accept")}
        >
          {t("questionSense.accept")}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={t("questionSense.rejectOf", names)}
          onClick={() => onDecide(segmentId, "reject")}
        >
          {t("questionSense.reject")}
        </Button>
      </div>
    </div>
  );
}
