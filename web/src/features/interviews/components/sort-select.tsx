/** Sort order for cards, which have no headings to click. */
import { useTranslation } from "react-i18next";

import { Select } from "@/components/ui/select";

import { type InterviewSort, isInterviewSort } from "../lib/interview-order";

const NEWEST = "newest";
const COLUMNS = {
  candidateName: "candidate",
  position: "position",
  scheduledDate: "scheduled",
  status: "status",
} as const satisfies Record<InterviewSort, string>;

interface SortSelectProps {
  value: InterviewSort | null;
  onChange: (sort: InterviewSort | null) => void;
}

export function SortSelect({ value, onChange }: SortSelectProps) {
  const { t } = useTranslation(["interviews", "records"]);
  const sorts = Object.keys(COLUMNS).filter(isInterviewSort);
  return (
    <Select
      className="w-44"
      aria-label={t("records:search.sort")}
      value={value ?? NEWEST}
      onChange={(sort) => onChange(isInterviewSort(sort) ? sort : null)}
      options={[
        { value: NEWEST, label: t("filter.newest") },
        ...sorts.map((sort) => ({ value: sort, label: t(`columns.${COLUMNS[sort]}`) })),
      ]}
    />
  );
}
