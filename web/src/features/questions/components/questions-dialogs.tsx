import { useTranslation } from "react-i18next";

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
  const { t } = useTranslation(["questions", "common"]);
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
          error={add.isError ? editErrorMessage(t, "add", add.error) : null}
          onAdd={(draft) => add.mutate(draft, { onSuccess: close })}
        />
      );
    case "empty":
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("emptyList.title")}
          confirmLabel={t("emptyList.confirm")}
          busy={empty.isPending}
          error={empty.isError ? editErrorMessage(t, "empty", empty.error) : null}
          onConfirm={() => empty.mutate(undefined, { onSuccess: close })}
        >
          {t("emptyList.question")}
        </ConfirmDialog>
      );
    case "delete":
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("delete.title")}
          confirmLabel={t("common:delete")}
          busy={remove.isPending}
          error={remove.isError ? editErrorMessage(t, "delete", remove.error) : null}
          onConfirm={() => remove.mutate(dialog.question._id, { onSuccess: close })}
        >
          {t("row.quoted", { text: dialog.question.question })}
        </ConfirmDialog>
      );
  }
}
