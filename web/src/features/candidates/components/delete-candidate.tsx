import { useTranslation } from "react-i18next";

import { DeleteRecord } from "@/components/delete-record";
import { useToast } from "@/components/ui/toast-context";

import { useDeleteCandidate } from "../api/delete-candidate";
import type { CandidateProfile } from "../api/types";

interface DeleteCandidateProps {
  candidate: Pick<CandidateProfile, "_id" | "name">;
  interviewCount: number;
  onDeleted?: () => void;
}

export function DeleteCandidate({ candidate, interviewCount, onDeleted }: DeleteCandidateProps) {
  const { t } = useTranslation("candidates");
  const toast = useToast();
  const remove = useDeleteCandidate();
  const name = candidate.name || t("unnamed");
  return (
    <DeleteRecord
      label={t("deletion.label", { name })}
      reason={interviewCount > 0 ? t("deletion.blocked", { count: interviewCount }) : null}
      question={t("deletion.question", { name })}
      consequence={t("deletion.consequence")}
      confirmLabel={t("deletion.confirm")}
      busyLabel={t("deletion.busy")}
      failure={remove.isError ? t("deletion.failed") : null}
      isDeleting={remove.isPending}
      onClose={remove.reset}
      onConfirm={(close) =>
        remove.mutate(candidate._id, {
          onSuccess: () => {
            close();
            toast.show(t("deletion.done"));
            onDeleted?.();
          },
        })
      }
    />
  );
}
