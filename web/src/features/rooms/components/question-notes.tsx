/** Notes on one answer, saved automatically two seconds after the last key. */
import { useTranslation } from "react-i18next";

import { Textarea } from "@/components/ui/textarea";

import { useAutosave } from "../hooks/use-autosave";

interface QuestionNotesProps {
  questionId: string;
  initial: string;
  isFailed: boolean;
  onSave: (notes: string) => void;
}

export function QuestionNotes({ questionId, initial, isFailed, onSave }: QuestionNotesProps) {
  const { t } = useTranslation("rooms");
  const notes = useAutosave(initial, onSave);
  const id = `notes-${questionId}`;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {t("questions.notes")}
      </label>
      <Textarea
        id={id}
        rows={2}
        value={notes.value}
        onChange={(event) => notes.change(event.target.value)}
        onBlur={notes.flush}
      />
      {isFailed && !notes.isWaiting && (
        <p className="text-xs text-danger-ink">{t("questions.notesUnsaved")}</p>
      )}
    </div>
  );
}
