import { Textarea } from "@/components/ui/textarea";

import { useAutosave } from "../hooks/use-autosave";

interface QuestionNotesProps {
  questionId: string;
  initial: string;
  isFailed: boolean;
  onSave: (notes: string) => void;
}

/** Notes on one answer; they save themselves after two seconds without a key. */
export function QuestionNotes({ questionId, initial, isFailed, onSave }: QuestionNotesProps) {
  const notes = useAutosave(initial, onSave);
  const id = `notes-${questionId}`;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        Notes on the answer
      </label>
      <Textarea
        id={id}
        rows={2}
        value={notes.value}
        onChange={(event) => notes.change(event.target.value)}
        onBlur={notes.flush}
      />
      {isFailed && !notes.isWaiting && (
        <p className="text-xs text-danger-ink">
          Not saved. Your text is still here; it is tried again at your next change.
        </p>
      )}
    </div>
  );
}
