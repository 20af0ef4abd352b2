import { useTranslation } from "react-i18next";

import { RecordSearch } from "@/components/record-search";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";

import type { InterviewsView } from "../hooks/use-interviews-view";
import { INTERVIEW_SORTS, type InterviewSort, isInterviewSort } from "../lib/interview-order";
import { StatusFilter } from "./status-filter";

interface InterviewToolbarProps {
  view: InterviewsView;
  onView: (change: Partial<InterviewsView>) => void;
  isFetching: boolean;
}

const NEWEST = "newest";
const COLUMNS = {
  candidateName: "candidate",
  position: "position",
  scheduledDate: "scheduled",
  status: "status",
} as const satisfies Record<InterviewSort, string>;

/** What is looked for, and how it is shown. */
export function InterviewToolbar({ view, onView, isFetching }: InterviewToolbarProps) {
  const { t } = useTranslation(["interviews", "records"]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <div className="flex min-w-56 grow basis-72 sm:max-w-sm">
        <RecordSearch
          label={t("filter.search")}
          placeholder={t("filter.searchHint")}
          value={view.q}
          onSearch={(q) => onView({ q })}
          isSearching={view.q !== "" && isFetching}
        />
      </div>
      <StatusFilter value={view.statuses} onChange={(statuses) => onView({ statuses })} />
      <div className="flex items-center gap-2 max-lg:w-full max-lg:justify-between lg:ml-auto">
        {!view.isCalendar && (
          <SortSelect
            value={view.sort}
            onChange={(sort) =>
              onView({ sort, order: sort === null ? "desc" : INTERVIEW_SORTS[sort] })
            }
          />
        )}
        <Segmented
          label={t("views.label")}
          value={view.isCalendar ? "calendar" : "list"}
          onChange={(shown) => onView({ isCalendar: shown === "calendar" })}
          options={[
            { value: "list", label: t("views.list") },
            { value: "calendar", label: t("views.calendar") },
          ]}
        />
      </div>
    </div>
  );
}

interface SortSelectProps {
  value: InterviewSort | null;
  onChange: (sort: InterviewSort | null) => void;
}

/** Cards have no headings to click. */
function SortSelect({ value, onChange }: SortSelectProps) {
  const { t } = useTranslation(["interviews", "records"]);
  const sorts = Object.keys(COLUMNS).filter(isInterviewSort);
  return (
    <Select
      className="w-44 lg:hidden"
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
