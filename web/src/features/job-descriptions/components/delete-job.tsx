import { useTranslation } from "react-i18next";

import { DeleteRecord } from "@/components/delete-record";
import { useToast } from "@/components/ui/toast-context";

import { useDeleteJobDescription } from "../api/delete-job-description";
import type { JobDescription } from "../api/types";
import { jobTitle } from "../lib/title";

interface DeleteJobProps {
  job: Pick<JobDescription, "_id" | "parsed">;
  interviewCount: number;
  onDeleted?: () => void;
}

export function DeleteJob({ job, interviewCount, onDeleted }: DeleteJobProps) {
  const { t } = useTranslation("jobs");
  const toast = useToast();
  const remove = useDeleteJobDescription();
  const title = jobTitle(t, job);
  return (
    <DeleteRecord
      label={t("deletion.label", { title })}
      reason={interviewCount > 0 ? t("deletion.blocked", { count: interviewCount }) : null}
      question={t("deletion.question", { title })}
      consequence={t("deletion.consequence")}
      confirmLabel={t("deletion.confirm")}
      busyLabel={t("deletion.busy")}
      failure={remove.isError ? t("deletion.failed") : null}
      isDeleting={remove.isPending}
      onClose={remove.reset}
      onConfirm={(close) =>
        remove.mutate(job._id, {
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
