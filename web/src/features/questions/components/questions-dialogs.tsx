/** Dialogs of the questions panel; each stays open with a message on an error. */
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

import { useQuestionEdits } from "../api/edit-questions";
import type { Question } from "../api/types";
import { editErrorMessage } from "../lib/question-errors";
import { AddQuestionDialog } from "./add-question-dialog";
import { SaveTemplateDialog } from "./save-template-dialog";
import { TemplatesDialog } from "./templates-dialog";

export type OpenDialog =
  | { kind: "add" | "empty" | "saveTemplate" | "useTemplate" }
  | { kind: "delete" | "rewrite"; question: Question };

interface QuestionsDialogsProps {
  interviewId: string;
  dialog: OpenDialog | null;
  /** Number of questions in the list. */
  count: number;
  onRewrite: (questionId: string) => void;
  onApplied: (counts: { added: number; skipped: number }) => void;
  onClose: () => void;
}

export function QuestionsDialogs(props: QuestionsDialogsProps) {
  const { interviewId, dialog, count, onRewrite, onApplied, onClose } = props;
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
    case "saveTemplate":
      return <SaveTemplateDialog interviewId={interviewId} count={count} onClose={close} />;
    case "useTemplate":
      return <TemplatesDialog interviewId={interviewId} onApplied={onApplied} onClose={close} />;
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
    case "rewrite":
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          tone="primary"
          title={t("rewrite.title")}
          confirmLabel={t("row.rewrite")}
          onConfirm={() => {
            onRewrite(dialog.question._id);
            close();
          }}
        >
          {t("rewrite.text")}
        </ConfirmDialog>
      );
  }
}
