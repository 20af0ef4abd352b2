/** Month grid of the interview calendar. */
import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { getPosition } from "@/api/interview-position";
import type { Interview } from "@/api/types";
import { InterviewStatusBadge } from "@/components/interview-status-badge";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/config/paths";
import { cn } from "@/lib/cn";
import { formatCalendarDay, formatCalendarMonth, formatTime, formatWeekday } from "@/lib/format";

import { type CalendarDay, type CalendarMonth, toMonth } from "../lib/calendar-month";
import { statusEntry } from "../lib/status-colors";
import { DayInterviews } from "./agenda";

/** Interviews shown per day; the others are in a popover. */
const SHOWN_A_DAY = 3;

interface MonthGridProps {
  month: CalendarMonth;
  weeks: readonly CalendarDay[][];
  days: ReadonlyMap<CalendarDay, readonly Interview[]>;
  today: CalendarDay;
  timezone: string;
  isLoading: boolean;
}

export function MonthGrid(props: MonthGridProps) {
  const { month, weeks, days, today, timezone, isLoading } = props;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table
        aria-label={formatCalendarMonth(month)}
        className="w-full table-fixed border-collapse text-left"
      >
        <thead>
          <tr className="border-b border-line bg-sunken">
            {weeks[0]?.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={formatWeekday(day, "long")}
                className="h-9 px-2 text-xs font-medium text-muted first-letter:uppercase"
              >
                {formatWeekday(day, "short")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]} className="border-b border-line last:border-0">
              {week.map((day) => (
                <td
                  key={day}
                  aria-current={day === today ? "date" : undefined}
                  className={cn(
                    "h-28 border-l border-line p-1.5 align-top first:border-l-0",
                    toMonth(day) !== month && "bg-sunken",
                  )}
                >
                  <DayNumber day={day} isToday={day === today} isOutside={toMonth(day) !== month} />
                  {isLoading ? (
                    <Skeleton className="mt-1 h-6" />
                  ) : (
                    <Day day={day} interviews={days.get(day) ?? []} timezone={timezone} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayNumberProps {
  day: CalendarDay;
  isToday: boolean;
  isOutside: boolean;
}

function DayNumber({ day, isToday, isOutside }: DayNumberProps) {
  return (
    <time
      dateTime={day}
      className={cn(
        "flex size-6 items-center justify-center rounded-full text-xs tabular-nums",
        isToday ? "bg-accent font-semibold text-on-accent" : isOutside ? "text-faint" : "text-ink",
      )}
    >
      <span aria-hidden>{Number(day.slice(8))}</span>
      <span className="sr-only">{formatCalendarDay(day)}</span>
    </time>
  );
}

interface DayProps {
  day: CalendarDay;
  interviews: readonly Interview[];
  timezone: string;
}

function Day({ day, interviews, timezone }: DayProps) {
  const { t } = useTranslation("interviews");
  if (interviews.length === 0) return null;
  const folded = interviews.length - SHOWN_A_DAY;
  return (
    <>
      <ul className="mt-1 flex flex-col gap-0.5">
        {interviews.slice(0, SHOWN_A_DAY).map((interview) => (
          <li key={interview._id}>
            <Entry interview={interview} timezone={timezone} />
          </li>
        ))}
      </ul>
      {folded > 0 && (
        <Popover.Root>
          <Popover.Trigger
            aria-label={t("calendar.moreOn", { count: folded, day: formatCalendarDay(day) })}
            className="mt-0.5 h-6 w-full rounded-sm px-1.5 text-left text-xs font-medium text-muted hover:bg-hover hover:text-ink"
          >
            {t("calendar.more", { count: folded })}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={4}
              collisionPadding={8}
              aria-label={formatCalendarDay(day)}
              className="z-40 max-h-[min(26rem,var(--radix-popover-content-available-height))] w-96 animate-appear overflow-y-auto rounded-lg border border-line bg-surface p-3 shadow-pop outline-none"
            >
              <h3 className="px-1 pb-1 text-sm font-semibold first-letter:uppercase">
                {formatCalendarDay(day)}
              </h3>
              <DayInterviews interviews={interviews} timezone={timezone} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </>
  );
}

function Entry({ interview, timezone }: { interview: Interview; timezone: string }) {
  const time = formatTime(interview.scheduledDate, timezone);
  const position = getPosition(interview);
  return (
    <Link
      to={paths.interviewHq.to(interview._id)}
      title={[time, interview.candidateName, position].filter(Boolean).join(" · ")}
      className={cn(
        "flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-xs hover:underline",
        statusEntry(interview.status),
      )}
    >
      <span className="shrink-0 tabular-nums">{time}</span>{" "}
      <span
        className={cn("truncate font-medium", interview.status === "cancelled" && "line-through")}
      >
        {interview.candidateName}
      </span>{" "}
      <span className="sr-only">
        <InterviewStatusBadge status={interview.status} />
      </span>
    </Link>
  );
}
