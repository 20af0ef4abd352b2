/** Confirms a deletion and says who will be notified. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getPosition } from "@/api/interview-position";
import type { Interview } from "@/api/types";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

import { invitedPeopleQuery } from "../api/invited-people";
import { UNDO_MS } from "../hooks/use-interview-deletion";

interface DeleteInterviewDialogProps {
  interview: Interview;
  onClose: () => void;
  onConfirm: () => void;
}

export function DeleteInterviewDialog({
  interview,
  onClose,
  onConfirm,
}: DeleteInterviewDialogProps) {
  const { t } = useTranslation("interviews");
  const invited = useQuery({
    ...invitedPeopleQuery(interview._id),
    enabled: interview.scheduledDate !== null,
  });
  const position = getPosition(interview);
  const people = invited.data ?? 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("delete.question", { name: interview.candidateName })}
      confirmLabel={t("delete.action")}
      onConfirm={onConfirm}
    >
      <p>{position ? t("delete.textFor", { position }) : t("delete.text")}</p>
      {people > 0 && <p className="mt-2 text-ink">{t("delete.invited", { count: people })}</p>}
      <p className="mt-2">{t("delete.undoFor", { count: UNDO_MS / 1000 })}</p>
    </ConfirmDialog>
  );
}
