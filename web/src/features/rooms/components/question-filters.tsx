import type { QuestionCategory, TrackingStatus } from "@/api/types";
import { Select, type SelectOption } from "@/components/ui/select";
import { TRACKING_STATUS } from "@/components/ui/status-tones";

import { CATEGORY_LABELS, type QuestionFilter } from "../lib/tracking";

const STATUSES: readonly SelectOption<TrackingStatus | "all">[] = [
  { value: "all", label: "All statuses" },
  ...(["pending", "asked", "answered", "skipped"] as const).map((value) => ({
    value,
    label: TRACKING_STATUS[value].label,
  })),
];

const CATEGORIES: readonly SelectOption<QuestionCategory | "all">[] = [
  { value: "all", label: "All categories" },
  ...(["behavioral", "technical", "cognitive", "culture", "motivation"] as const).map((value) => ({
    value,
    label: CATEGORY_LABELS[value],
  })),
];

interface QuestionFiltersProps {
  filter: QuestionFilter;
  onChange: (filter: QuestionFilter) => void;
}

export function QuestionFilters({ filter, onChange }: QuestionFiltersProps) {
  return (
    <div className="flex gap-2">
      <Select
        aria-label="Status"
        className="w-36 text-sm"
        value={filter.status}
        options={STATUSES}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Select
        aria-label="Category"
        className="w-40 text-sm"
        value={filter.category}
        options={CATEGORIES}
        onChange={(category) => onChange({ ...filter, category })}
      />
    </div>
  );
}
