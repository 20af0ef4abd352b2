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
      title={`Delete the interview with ${interview.candidateName}?`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      error={remove.isError ? "Failed to delete interview. Please try again." : null}
      onConfirm={() =>
        remove.mutate(interview._id, {
          onSuccess: () => {
            onOpenChange(false);
            toast.show("Interview deleted");
          },
        })
      }
    >
      {position ? `The interview for ${position}, its` : "Its"} questions, transcript and report are
      deleted for good. Candidate and job description stay.
    </ConfirmDialog>
  );
}
