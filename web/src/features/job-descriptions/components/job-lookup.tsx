/** 'Link Existing Job Description': finds one to link. Renders nothing while there are none. */
import { useTranslation } from "react-i18next";

import { RecordLookup } from "@/components/record-lookup";

import { jobDescriptionRecords } from "../api/job-description-queries";
import type { JobDescription } from "../api/types";

interface JobLookupProps {
  onPick: (job: JobDescription) => void;
  disabled: boolean;
  error: string | null;
}

export function JobLookup(props: JobLookupProps) {
  const { t } = useTranslation("jobs");
  return (
    <RecordLookup
      label={t("lookup.label")}
      placeholder={t("lookup.placeholder")}
      emptyText={t("lookup.empty")}
      countQuery={jobDescriptionRecords.count}
      searchQuery={jobDescriptionRecords.search}
      describe={({ parsed }: JobDescription) => ({
        title: [parsed?.title, t("lookup.untitled")].find(Boolean) ?? "",
        detail: parsed?.company.name ?? "",
      })}
      {...props}
    />
  );
}
