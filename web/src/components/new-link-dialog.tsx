/** Confirms that the candidate's link is replaced. */
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { useReplaceLink } from "@/api/replace-link";
import type { Interview } from "@/api/types";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";

interface NewLinkDialogProps {
  interview: Pick<Interview, "_id" | "candidateName">;
  open: boolean;
  onClose: () => void;
}

export function NewLinkDialog({ interview, open, onClose }: NewLinkDialogProps) {
  const { t } = useTranslation("common");
  const toast = useToast();
  const replace = useReplaceLink(interview._id);
  const confirm = () => {
    replace.mutate(undefined, {
      onSuccess: () => {
        toast.show(t("newLink.done"));
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("newLink.question", { name: interview.candidateName })}
      confirmLabel={t("newLink.confirm")}
      busyLabel={t("newLink.busy")}
      busy={replace.isPending}
      error={replace.error === null ? null : errorText(replace.error, t("newLink.failed"))}
      onConfirm={confirm}
    >
      <p>{t("newLink.text")}</p>
      <p className="mt-2">{t("newLink.invited")}</p>
    </ConfirmDialog>
  );
}
