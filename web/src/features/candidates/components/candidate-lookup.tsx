import { useTranslation } from "react-i18next";

import { RecordLookup } from "@/components/record-lookup";

import { candidateCountQuery, candidateSearchQuery } from "../api/candidate-queries";
import type { CandidateProfile } from "../api/types";

interface CandidateLookupProps {
  onPick: (candidate: CandidateProfile) => void;
  disabled: boolean;
  error: string | null;
}

/** 'Link Existing Candidate'; nothing while there is nobody to link. */
export function CandidateLookup(props: CandidateLookupProps) {
  const { t } = useTranslation("candidates");
  return (
    <RecordLookup
      label={t("lookup.label")}
      placeholder={t("lookup.placeholder")}
      emptyText={t("lookup.empty")}
      countQuery={candidateCountQuery}
      searchQuery={candidateSearchQuery}
      describe={({ name, email, currentPosition }: CandidateProfile) => ({
        title: [name, email, t("unnamed")].find(Boolean) ?? "",
        detail: [currentPosition, email].filter(Boolean).join(" · "),
      })}
      {...props}
    />
  );
}
