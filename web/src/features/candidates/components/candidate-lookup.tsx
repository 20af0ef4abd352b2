/** 'Link Existing Candidate': finds a candidate to link. Renders nothing while there are none. */
import { useTranslation } from "react-i18next";

import { RecordLookup } from "@/components/record-lookup";

import { candidateRecords } from "../api/candidate-queries";
import type { CandidateProfile } from "../api/types";

interface CandidateLookupProps {
  onPick: (candidate: CandidateProfile) => void;
  disabled: boolean;
  error: string | null;
}

export function CandidateLookup(props: CandidateLookupProps) {
  const { t } = useTranslation("candidates");
  return (
    <RecordLookup
      label={t("lookup.label")}
      placeholder={t("lookup.placeholder")}
      emptyText={t("lookup.empty")}
      countQuery={candidateRecords.count}
      searchQuery={candidateRecords.search}
      describe={({ name, email, currentPosition }: CandidateProfile) => ({
        title: [name, email, t("unnamed")].find(Boolean) ?? "",
        detail: [currentPosition, email].filter(Boolean).join(" · "),
      })}
      {...props}
    />
  );
}
