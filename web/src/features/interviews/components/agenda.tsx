/** Calendar on narrow screens: days with their interviews. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { getPosition } from "@/api/interview-position";
import type { Interview } from "@/api/types";
import { InterviewStatusBadge } from "@/components/interview-status-badge";
import { Badge } from "@/components/ui/badge";
import { paths } from "@/config/paths";
import { formatCalendarDay, formatTime } from "@/lib/format";

import { type CalendarDay, type CalendarMonth, toMonth } from "../lib/calendar-month";

interface AgendaProps {
  month: CalendarMonth;
  days: ReadonlyMap<CalendarDay, readonly Interview[]>;
  today: CalendarDay;
  timezone: string;
}

/** The days of a month that have interviews, as a list. */
export function Agenda({ month, days, today, timezone }: AgendaProps) {
  const { t } = useTranslation("interviews");
  const shown = [...days.entries()].filter(([day]) => toMonth(day) === month);
  return (
    <ol className="flex flex-col gap-4">
      {shown.map(([day, interviews]) => (
        <li key={day} aria-current={day === today ? "date" : undefined}>
          <h3 className="flex items-center gap-2 pb-1.5 text-sm font-semibold">
            <time dateTime={day} className="inline-block first-letter:uppercase">
              {formatCalendarDay(day)}
            </time>
            {day === today && <Badge tone="accent">{t("calendar.today")}</Badge>}
          </h3>
          <div className="rounded-lg border border-line bg-surface px-2 py-1">
            <DayInterviews interviews={interviews} timezone={timezone} />
          </div>
        </li>
      ))}
    </ol>
  );
}

interface DayInterviewsProps {
  interviews: readonly Interview[];
  timezone: string;
}

/** The interviews of a day by time; each row links to its HQ. */
export function DayInterviews({ interviews, timezone }: DayInterviewsProps) {
  return (
    <ul className="divide-y divide-line">
      {interviews.map((interview) => (
        <li
          key={interview._id}
          className="relative flex min-h-11 items-center gap-3 rounded-sm px-1 py-2 hover:bg-sunken"
        >
          <span className="w-16 shrink-0 text-sm text-muted tabular-nums">
            {formatTime(interview.scheduledDate, timezone)}
          </span>
          <div className="min-w-0 grow">
            <Link
              to={paths.interviewHq.to(interview._id)}
              className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              {interview.candidateName}
            </Link>
            <p className="truncate text-sm text-muted">{getPosition(interview)}</p>
          </div>
          <InterviewStatusBadge status={interview.status} />
        </li>
      ))}
    </ul>
  );
}
