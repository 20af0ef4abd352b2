/** Month calendar of the schedule dialog. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";
import { cn } from "@/lib/cn";
import {
  addDays,
  addMonths,
  isSameMonth,
  monthGrid,
  toParts,
  weekdayIndex,
  type Day,
} from "@/lib/month-grid";
import { formatDay, formatZonedMonth, weekdayNames, weekStart } from "@/lib/zoned-format";

interface DayPickerProps {
  value: Day;
  onChange: (day: Day) => void;
  today: Day;
}

/** The day that a key moves to from `day`; null for other keys. */
function dayAfterKey(key: string, day: Day): Day | null {
  const index = weekdayIndex(day, weekStart());
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -index);
    case "End":
      return addDays(day, 6 - index);
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return null;
  }
}

const later = (one: Day, other: Day): Day => (one > other ? one : other);

/** Month of 42 days for mouse and keyboard. Past days and days of other months are disabled. */
export function DayPicker({ value, onChange, today }: DayPickerProps) {
  const { t } = useTranslation("hq");
  const titleId = useId();
  const grid = useRef<HTMLTableElement>(null);
  // The focused day; it determines the month shown.
  const [cursor, setCursor] = useState(() => later(value, today));
  const movesFocus = useRef(false);

  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor]);

  const turn = (months: number) => setCursor(later(addMonths(cursor, months), today));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, cursor);
    if (next === null) return;
    event.preventDefault();
    movesFocus.current = true;
    setCursor(later(next, today));
  };
  return (
    <div>
      <div className="mb-2 flex items-center justify-between">
        <h3 id={titleId} aria-live="polite" className="pl-2 font-medium">
          {formatZonedMonth(cursor)}
        </h3>
        <div className="flex gap-1">
          <IconButton
            size="sm"
            icon={ChevronLeft}
            label={t("calendar.previous")}
            tooltip={false}
            disabled={isSameMonth(cursor, today)}
            onClick={() => turn(-1)}
          />
          <IconButton
            size="sm"
            icon={ChevronRight}
            label={t("calendar.next")}
            tooltip={false}
            onClick={() => turn(1)}
          />
        </div>
      </div>
      <table
        ref={grid}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- as the ARIA practices build a calendar
        role="grid"
        aria-labelledby={titleId}
        className="w-full table-fixed border-separate border-spacing-0.5 text-center"
      >
        <thead>
          <tr>
            {weekdayNames().map(({ short, long }) => (
              <th key={long} scope="col" className="h-7 text-xs font-medium text-muted">
                <abbr title={long} className="no-underline">
                  {short}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(cursor, weekStart()).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  isOff={day < today || !isSameMonth(day, cursor)}
                  isOutside={!isSameMonth(day, cursor)}
                  isChosen={day === value}
                  isToday={day === today}
                  isCursor={day === cursor}
                  onKeyDown={onKeyDown}
                  onPick={() => {
                    setCursor(day);
                    onChange(day);
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayCellProps {
  day: Day;
  isOff: boolean;
  isOutside: boolean;
  isChosen: boolean;
  isToday: boolean;
  isCursor: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onPick: () => void;
}

function DayCell(props: DayCellProps) {
  const { day, isOff, isOutside, isChosen, isToday, isCursor, onKeyDown, onPick } = props;
  return (
    <td role="gridcell" aria-selected={isChosen} aria-disabled={isOff || undefined}>
      <button
        type="button"
        data-day={day}
        data-autofocus={isCursor ? "" : undefined}
        disabled={isOff}
        tabIndex={isCursor ? 0 : -1}
        aria-label={formatDay(day)}
        aria-current={isToday ? "date" : undefined}
        onKeyDown={onKeyDown}
        onClick={onPick}
        className={cn(
          "h-9 w-full rounded-md tabular-nums transition-colors duration-100 max-sm:h-11",
          isOff ? "cursor-default text-faint" : "hover:bg-hover",
          isOutside && "opacity-50",
          isToday && "font-semibold text-accent-ink underline decoration-2 underline-offset-4",
          isChosen && !isOutside && "bg-accent text-on-accent hover:bg-accent-hover",
        )}
      >
        {toParts(day).day}
      </button>
    </td>
  );
}
