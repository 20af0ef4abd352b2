/** Button that deletes a candidate. */
import { useTranslation } from "react-i18next";

import { DeleteRecord } from "@/components/delete-record";

import { candidateRecords } from "../api/candidate-queries";
import type { CandidateProfile } from "../api/types";

interface DeleteCandidateProps {
  candidate: Pick<CandidateProfile, "_id" | "name">;
  interviewCount: number;
  onDeleted?: () => void;
}

export function DeleteCandidate({ candidate, interviewCount, onDeleted }: DeleteCandidateProps) {
  const { t } = useTranslation("candidates");
  return (
    <DeleteRecord
      records={candidateRecords}
      recordId={candidate._id}
      name={candidate.name || t("unnamed")}
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
