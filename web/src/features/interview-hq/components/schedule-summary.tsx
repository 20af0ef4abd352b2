/** Time and duration of an interview, also in the participants' local times. */
import { useTranslation } from "react-i18next";

import type { Interview } from "@/api/types";
import { isRealDate } from "@/lib/format";
import { formatOffset, formatPlace } from "@/lib/timezones";
import { formatAppointmentIn } from "@/lib/zoned-format";

import { DEFAULT_DURATION_MINUTES } from "../lib/schedule";
import { LocalTime } from "./slot-notes";

interface ScheduleSummaryProps {
  interview: Interview;
  /** Timezone in which the time is shown. */
  timezone: string;
  ownTimezone: string;
  candidateTimezone: string | null;
}

export function ScheduleSummary(props: ScheduleSummaryProps) {
  const { interview, timezone, ownTimezone, candidateTimezone } = props;
  const { t } = useTranslation("hq");
  // An interview can be held without having been planned.
  const date = isRealDate(interview.scheduledDate) ? interview.scheduledDate : interview.startedAt;
  if (date === null) {
    return <span className="text-muted">{t("details.notScheduled")}</span>;
  }
  const instant = new Date(date);
  // An imported interview was never planned here.
  const plannedMinutes = interview.origin === "held" ? DEFAULT_DURATION_MINUTES : null;
  const minutes = interview.scheduledDuration ?? plannedMinutes;
  return (
    <>
      <span className="tabular-nums">{formatAppointmentIn(instant, timezone)}</span>
      {minutes !== null && (
        <span className="block text-sm text-muted">{t("details.minutes", { minutes })}</span>
      )}
      <span className="block text-sm text-muted">
        {t("details.timezone", {
          timezone: `${formatPlace(timezone)} (${formatOffset(timezone, instant)})`,
        })}
      </span>
      <LocalTime instant={instant} timezone={ownTimezone} from={timezone} words="forYou" />
      {candidateTimezone && (
        <LocalTime
          instant={instant}
          timezone={candidateTimezone}
          from={timezone}
          words="forCandidate"
        />
      )}
    </>
  );
}
