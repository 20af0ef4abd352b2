import { ConfirmDialog } from "@/components/ui/confirm-dialog";

import { useQuestionEdits } from "../api/edit-questions";
import type { Question } from "../api/types";
import { editErrorMessage } from "../lib/question-errors";
import { AddQuestionDialog } from "./add-question-dialog";

export type OpenDialog =
  { kind: "add" } | { kind: "empty" } | { kind: "delete"; question: Question };

interface QuestionsDialogsProps {
  interviewId: string;
  dialog: OpenDialog | null;
  onClose: () => void;
}

/** Adding by hand, and the two confirmations; each stays open with a sentence when it failed. */
export function QuestionsDialogs({ interviewId, dialog, onClose }: QuestionsDialogsProps) {
  const { add, remove, empty } = useQuestionEdits(interviewId);
  const close = () => {
    add.reset();
    remove.reset();
    empty.reset();
    onClose();
  };
  if (dialog === null) return null;
  switch (dialog.kind) {
    case "add":
      return (
        <AddQuestionDialog
          open
          onOpenChange={close}
          isSaving={add.isPending}
          error={add.isError ? editErrorMessage("add", add.error) : null}
          onAdd={(draft) => add.mutate(draft, { onSuccess: close })}
        />
      );
    case "empty":
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Empty Question List"
          confirmLabel="Empty List"
          busy={empty.isPending}
          error={empty.isError ? editErrorMessage("empty", empty.error) : null}
          onConfirm={() => empty.mutate(undefined, { onSuccess: close })}
        >
          Are you sure you want to remove all questions? This action cannot be undone.
        </ConfirmDialog>
      );
    case "delete":
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Delete this question?"
          confirmLabel="Delete"
          busy={remove.isPending}
          error={remove.isError ? editErrorMessage("delete", remove.error) : null}
          onConfirm={() => remove.mutate(dialog.question._id, { onSuccess: close })}
        >
          “{dialog.question.question}”
        </ConfirmDialog>
      );
  }
}
