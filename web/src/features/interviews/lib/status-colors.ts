/** Colors of interview statuses in the calendar. */
import type { InterviewStatus } from "@/api/types";
import type { BadgeTone } from "@/components/ui/badge";
import { INTERVIEW_STATUS } from "@/components/ui/status-tones";

const DOTS: Record<BadgeTone, string> = {
  neutral: "bg-line-strong",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
  info: "bg-info",
  accent: "bg-accent",
};

const ENTRIES: Record<BadgeTone, string> = {
  neutral: "bg-hover text-muted",
  success: "bg-success-soft text-success-ink",
  warning: "bg-warning-soft text-warning-ink",
  danger: "bg-danger-soft text-danger-ink",
  info: "bg-info-soft text-info-ink",
  accent: "bg-accent-soft text-accent-ink",
};

/** The tone of a status; neutral for unknown statuses. */
function getTone(status: string): BadgeTone {
  const spelling = status.replaceAll("-", "_");
  return spelling in INTERVIEW_STATUS
    ? INTERVIEW_STATUS[spelling as InterviewStatus].tone
    : "neutral";
}

/** Class names of a dot in the status color. */
export function statusDot(status: string): string {
  return DOTS[getTone(status)];
}

/** Class names of a calendar entry in the status colors. */
export function statusEntry(status: string): string {
  return ENTRIES[getTone(status)];
}
