/** Status colors: one map per enum. The texts are in the catalogs. */
import type {
  InterviewStatus,
  JobStatus,
  ProcessingStatus,
  Schemas,
  TrackingStatus,
  UserRole,
} from "@/api/types";

import type { BadgeTone } from "./badge";

interface StatusLook {
  tone: BadgeTone;
}

export const INTERVIEW_STATUS: Record<InterviewStatus, StatusLook> = {
  draft: { tone: "neutral" },
  scheduled: { tone: "warning" },
  in_progress: { tone: "info" },
  completed: { tone: "success" },
  cancelled: { tone: "neutral" },
};

export const JOB_STATUS: Record<JobStatus, StatusLook> = {
  draft: { tone: "neutral" },
  open: { tone: "success" },
  on_hold: { tone: "warning" },
  closed: { tone: "neutral" },
};

export const DOCUMENT_STATUS: Record<ProcessingStatus, StatusLook> = {
  completed: { tone: "success" },
  failed: { tone: "danger" },
  queued: { tone: "info" },
  processing: { tone: "info" },
};

export const TRACKING_STATUS: Record<TrackingStatus, StatusLook> = {
  pending: { tone: "neutral" },
  asked: { tone: "warning" },
  answered: { tone: "success" },
  skipped: { tone: "danger" },
};

export const ROLE: Record<UserRole, StatusLook> = {
  admin: { tone: "danger" },
  recruiter: { tone: "info" },
  candidate: { tone: "success" },
};

/** How fully a question was answered, in the report and during the interview. */
export const ANSWER: Record<Schemas["AnswerLabel"], StatusLook> = {
  full: { tone: "success" },
  partial: { tone: "info" },
  evasive: { tone: "warning" },
  off_topic: { tone: "warning" },
  refused: { tone: "warning" },
};

/** A follow-up question. None is a loss, so none is red. */
export const FOLLOW_UP_PRIORITY: Record<Schemas["QuestionPriority"], StatusLook> = {
  high: { tone: "accent" },
  medium: { tone: "info" },
  low: { tone: "neutral" },
};
