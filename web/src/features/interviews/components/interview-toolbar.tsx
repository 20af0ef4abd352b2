/** Search, filters and view switch of the interviews page. */
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { RecordSearch } from "@/components/record-search";
import { Segmented } from "@/components/ui/segmented";
import { useMediaQuery } from "@/hooks/use-media-query";

import type { InterviewsView } from "../hooks/use-interviews-view";
import { INTERVIEW_SORTS } from "../lib/interview-order";
import { StatusFilter } from "./status-filter";

interface InterviewToolbarProps {
  view: InterviewsView;
  onView: (change: Partial<InterviewsView>) => void;
  isFetching: boolean;
}

const SortSelect = lazy(async () => ({ default: (await import("./sort-select")).SortSelect }));
/** From this width on the list is a table with sortable headings. */
const WIDE = "(min-width: 64rem)";

export function InterviewToolbar({ view, onView, isFetching }: InterviewToolbarProps) {
  const { t } = useTranslation("interviews");
  const isWide = useMediaQuery(WIDE);
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
        {!view.isCalendar && !isWide && (
          <Suspense fallback={<span className="h-9 w-44 max-sm:h-11" />}>
            <SortSelect
              value={view.sort}
              onChange={(sort) =>
                onView({ sort, order: sort === null ? "desc" : INTERVIEW_SORTS[sort] })
              }
            />
          </Suspense>
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
