/** Interview calendar by month. */
import { useQuery } from "@tanstack/react-query";
import { CalendarX2, ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { useMediaQuery } from "@/hooks/use-media-query";
import { useProfileTimezone } from "@/hooks/use-profile-timezone";
import { formatCalendarMonth } from "@/lib/format";
import { formatOffset, formatPlace } from "@/lib/timezones";
import { weekStart } from "@/lib/zoned-format";

import { scheduledInterviewsQuery } from "../api/list-interviews";
import type { InterviewsView } from "../hooks/use-interviews-view";
import {
  addMonths,
  byDay,
  dayIn,
  isCalendarMonth,
  toMonth,
  listWeeks,
} from "../lib/calendar-month";
import { Agenda } from "./agenda";
import { AgendaSkeleton } from "./calendar-skeleton";
import { MonthGrid } from "./month-grid";

const WIDE = "(min-width: 64rem)";

interface InterviewCalendarProps {
  view: InterviewsView;
  onView: (change: Partial<InterviewsView>) => void;
  hidden: ReadonlySet<string>;
}

/** A month grid on wide screens, otherwise a list of days. */
export function InterviewCalendar({ view, onView, hidden }: InterviewCalendarProps) {
  const { t } = useTranslation("interviews");
  const timezone = useProfileTimezone();
  const isWide = useMediaQuery(WIDE);
  const now = new Date();
  const today = dayIn(timezone, now);
  const month = view.month ?? toMonth(today);
  const weeks = listWeeks(month, weekStart());
  const shown = weeks.flat();
  const first = shown[0] ?? today;
  const list = useQuery(scheduledInterviewsQuery(view, { first, last: shown.at(-1) ?? first }));
  const days = byDay(
    (list.data ?? []).filter(({ _id }) => !hidden.has(_id)),
    timezone,
  );
  const isEmpty =
    list.isSuccess && ![...days.keys()].some((day) => isWide || toMonth(day) === month);

  // The current month is not in the URL, so that a link always shows the current month.
  const showMonth = (next: string) => onView({ month: next === toMonth(today) ? null : next });
  const turn = (months: number) => showMonth(addMonths(month, months));
  return (
    <section aria-label={t("calendar.label")} className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 aria-live="polite" className="text-lg font-semibold first-letter:uppercase">
          {formatCalendarMonth(month)}
        </h2>
        <p className="text-sm text-muted max-sm:order-last max-sm:w-full">
          {t("calendar.timezone", {
            place: formatPlace(timezone),
            offset: formatOffset(timezone, now),
          })}
        </p>
        <div className="ml-auto flex items-center gap-1">
          <IconButton
            label={t("calendar.previous")}
            icon={ChevronLeft}
            disabled={!isCalendarMonth(addMonths(month, -1))}
            onClick={() => turn(-1)}
          />
          <Button size="sm" onClick={() => showMonth(toMonth(today))}>
            {t("calendar.today")}
          </Button>
          <IconButton
            label={t("calendar.next")}
            icon={ChevronRight}
            disabled={!isCalendarMonth(addMonths(month, 1))}
            onClick={() => turn(1)}
          />
        </div>
      </header>
      {list.isError && !list.data ? (
        <ErrorState
          title={t("failed")}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
          className="rounded-lg border border-line bg-surface"
        />
      ) : (
        <div aria-busy={list.isPending}>
          {isWide ? (
            <MonthGrid
              month={month}
              weeks={weeks}
              days={days}
              today={today}
              timezone={timezone}
              isLoading={list.isPending}
            />
          ) : list.isPending ? (
            <AgendaSkeleton />
          ) : (
            <Agenda month={month} days={days} today={today} timezone={timezone} />
          )}
        </div>
      )}
      <div role="status">
        {list.isPending && <span className="sr-only">{t("loading")}</span>}
        {isEmpty &&
          (isWide ? (
            <p className="text-center text-muted">
              {t("calendar.empty", { month: formatCalendarMonth(month) })} {t("calendar.emptyText")}
            </p>
          ) : (
            <EmptyState
              icon={CalendarX2}
              title={t("calendar.empty", { month: formatCalendarMonth(month) })}
              className="rounded-lg border border-line bg-surface"
            >
              {t("calendar.emptyText")}
            </EmptyState>
          ))}
      </div>
    </section>
  );
}
