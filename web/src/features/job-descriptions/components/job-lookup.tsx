import { useTranslation } from "react-i18next";

import { RecordLookup } from "@/components/record-lookup";

import {
  jobDescriptionCountQuery,
  jobDescriptionSearchQuery,
} from "../api/job-description-queries";
import type { JobDescription } from "../api/types";

interface JobLookupProps {
  onPick: (job: JobDescription) => void;
  disabled: boolean;
  error: string | null;
}

/** 'Link Existing Job Description'; nothing while there is none to link. */
export function JobLookup(props: JobLookupProps) {
  const { t } = useTranslation("jobs");
  return (
    <RecordLookup
      label={t("lookup.label")}
      placeholder={t("lookup.placeholder")}
      emptyText={t("lookup.empty")}
      countQuery={jobDescriptionCountQuery}
      searchQuery={jobDescriptionSearchQuery}
      describe={({ parsed }: JobDescription) => ({
        title: [parsed?.title, t("lookup.untitled")].find(Boolean) ?? "",
        detail: parsed?.company.name ?? "",
      })}
      {...props}
    />
  );
}
