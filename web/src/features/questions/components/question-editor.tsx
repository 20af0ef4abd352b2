/** Inline editor of one question. An edited question counts as the recruiter's own. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { QuestionCategory } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";

import type { EstimatedTime, Question, QuestionChange } from "../api/types";
import { CATEGORIES } from "../lib/categories";
import { TimeSelect } from "./time-select";

interface QuestionEditorProps {
  question: Question;
  isSaving: boolean;
  /** Why saving failed; the input is kept. */
  error: string | null;
  onSave: (change: QuestionChange) => void;
  onCancel: () => void;
}

export function QuestionEditor(props: QuestionEditorProps) {
  const { question, isSaving, error, onSave, onCancel } = props;
  const { t } = useTranslation(["questions", "common"]);
  const [text, setText] = useState(question.question);
  const [category, setCategory] = useState<QuestionCategory>(question.category);
  const [minutes, setMinutes] = useState<EstimatedTime | null>(null);
  const isChanged =
    text.trim() !== question.question ||
    category !== question.category ||
    (minutes !== null && minutes !== question.estimatedTime);
  const save = () => {
    // Unchanged, so the question keeps its author.
    if (!isChanged) {
      onCancel();
      return;
    }
    onSave({
      question: text.trim(),
      category,
      ...(minutes === null ? {} : { estimatedTime: minutes }),
      ...(question.source === "ai_generated" ? { source: "recruiter_added" as const } : {}),
    });
  };
  return (
    // Key handler of the whole form, whichever field has the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        // An open select handles the key itself.
        if (event.key === "Escape" && !event.defaultPrevented) onCancel();
      }}
    >
      <Textarea
        aria-label={t("fields.question")}
        // The user opened the editor to type here.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={3}
        className="field-sizing-content min-h-20"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("fields.category")}
          className="w-36"
          value={category}
          onChange={setCategory}
          options={CATEGORIES.map((value) => ({
            value,
            label: t(`common:questionCategories.${value}`),
          }))}
        />
        <div className="w-28">
          <TimeSelect
            aria-label={t("fields.time")}
            minutes={minutes ?? question.estimatedTime}
            onChange={setMinutes}
          />
        </div>
        <span className="grow" />
        <Button variant="ghost" onClick={onCancel}>
          {t("common:cancel")}
        </Button>
        <Button variant="primary" type="submit" busy={isSaving} disabled={text.trim() === ""}>
          {t("common:save")}
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-danger-ink">
          {error}
        </p>
      )}
    </form>
  );
}
