/** Button that deletes a job description. */
import { useTranslation } from "react-i18next";

import { DeleteRecord } from "@/components/delete-record";

import { jobDescriptionRecords } from "../api/job-description-queries";
import type { JobDescription } from "../api/types";
import { jobTitle } from "../lib/title";

interface DeleteJobProps {
  job: Pick<JobDescription, "_id" | "parsed">;
  interviewCount: number;
  onDeleted?: () => void;
}

export function DeleteJob({ job, interviewCount, onDeleted }: DeleteJobProps) {
  const { t } = useTranslation("jobs");
  return (
    <DeleteRecord
      records={jobDescriptionRecords}
      recordId={job._id}
      name={jobTitle(t, job)}
      interviewCount={interviewCount}
      words={{
        consequence: t("deletion.consequence"),
        done: t("deletion.done"),
        failed: t("deletion.failed"),
      }}
      onDeleted={onDeleted}
    />
  );
}
