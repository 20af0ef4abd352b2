import { useTranslation } from "react-i18next";

import type { Interview } from "@/api/types";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";

import { useDeleteInterview } from "../api/delete-interview";
import { positionOf } from "../lib/position";

interface DeleteInterviewDialogProps {
  interview: Interview;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function DeleteInterviewDialog({
  interview,
  open,
  onOpenChange,
}: DeleteInterviewDialogProps) {
  const { t } = useTranslation("interviews");
  const toast = useToast();
  const remove = useDeleteInterview();
  const position = positionOf(interview);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) remove.reset();
        onOpenChange(next);
      }}
      title={t("delete.question", { name: interview.candidateName })}
      confirmLabel={t("delete.action")}
      busyLabel={t("delete.busy")}
      busy={remove.isPending}
      error={remove.isError ? t("delete.failed") : null}
      onConfirm={() =>
        remove.mutate(interview._id, {
          onSuccess: () => {
            onOpenChange(false);
            toast.show(t("delete.done"));
          },
        })
      }
    >
      {position ? t("delete.textFor", { position }) : t("delete.text")}
    </ConfirmDialog>
  );
}
