/** Statuses and levels of job descriptions. */
import type { JobStatus } from "@/api/types";

export const JOB_STATUSES = ["draft", "open", "on_hold", "closed"] as const satisfies JobStatus[];
export const JOB_LEVELS = ["junior", "mid", "senior"] as const;

export type JobLevel = (typeof JOB_LEVELS)[number];

export function isJobLevel(value: string | null | undefined): value is JobLevel {
  return JOB_LEVELS.some((level) => level === value);
}
