/** Dialog 'Add Question Manually'. Mounted each time it opens, so that it starts empty. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { QuestionCategory } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { cn } from "@/lib/cn";

import type { QuestionDraft } from "../api/types";
import { CATEGORIES } from "../lib/categories";
import { DEFAULT_ESTIMATED_TIME } from "../lib/distribution";
import { TimeSelect } from "./time-select";

interface AddQuestionDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  isSaving: boolean;
  error: string | null;
  onAdd: (draft: QuestionDraft) => void;
}

export function AddQuestionDialog(props: AddQuestionDialogProps) {
  const { t } = useTranslation(["questions", "common"]);
  const { open, onOpenChange, isSaving, error, onAdd } = props;
  const [category, setCategory] = useState<QuestionCategory>("behavioral");
  const [text, setText] = useState("");
  const [minutes, setMinutes] = useState(DEFAULT_ESTIMATED_TIME);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("add.title")}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            busy={isSaving}
            disabled={text.trim() === ""}
            onClick={() => onAdd({ question: text.trim(), category, estimatedTime: minutes })}
          >
            {t("add.confirm")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div role="radiogroup" aria-label={t("fields.category")} className="flex flex-wrap gap-1.5">
          {CATEGORIES.map((value) => (
            <button
              key={value}
              type="button"
              role="radio"
              aria-checked={category === value}
              onClick={() => setCategory(value)}
              className={cn(
                "touch-target h-8 rounded-md border px-3 text-sm font-medium transition-colors",
                category === value
                  ? "border-accent bg-accent-soft text-accent-ink"
                  : "border-line text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {t(`common:questionCategories.${value}`)}
            </button>
          ))}
        </div>
        <Field label={t("fields.question")}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("fields.time")} className="w-36">
          {(control) => <TimeSelect id={control.id} minutes={minutes} onChange={setMinutes} />}
        </Field>
        {error && (
          <p role="alert" className="text-danger-ink">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
