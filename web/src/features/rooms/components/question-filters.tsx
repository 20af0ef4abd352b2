/** Filters of the question list by status and category. */
import { useTranslation } from "react-i18next";

import type { QuestionCategory, TrackingStatus } from "@/api/types";
import { Select, type SelectOption } from "@/components/ui/select";

import type { QuestionFilter } from "../lib/tracking";

const STATUSES = ["pending", "asked", "answered", "skipped"] as const;
const CATEGORIES = ["behavioral", "technical", "cognitive", "culture", "motivation"] as const;

interface QuestionFiltersProps {
  filter: QuestionFilter;
  onChange: (filter: QuestionFilter) => void;
}

export function QuestionFilters({ filter, onChange }: QuestionFiltersProps) {
  const { t } = useTranslation(["rooms", "common"]);
  const statuses: SelectOption<TrackingStatus | "all">[] = [
    { value: "all", label: t("questions.filters.allStatuses") },
    ...STATUSES.map((value) => ({ value, label: t(`questions.status.${value}`) })),
  ];
  const categories: SelectOption<QuestionCategory | "all">[] = [
    { value: "all", label: t("questions.filters.allCategories") },
    ...CATEGORIES.map((value) => ({ value, label: t(`common:questionCategories.${value}`) })),
  ];
  return (
    <div className="flex min-w-0 gap-2 max-sm:w-full">
      <Select
        aria-label={t("questions.filters.status")}
        className="w-44 text-sm max-sm:w-auto max-sm:min-w-0 max-sm:flex-auto max-sm:text-base"
        value={filter.status}
        options={statuses}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Select
        aria-label={t("questions.filters.category")}
        className="w-48 text-sm max-sm:w-auto max-sm:min-w-0 max-sm:flex-auto max-sm:text-base"
        value={filter.category}
        options={categories}
        onChange={(category) => onChange({ ...filter, category })}
      />
    </div>
  );
}
