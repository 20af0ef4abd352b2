import type {
  InterviewStatus,
  JobStatus,
  ProcessingStatus,
  TrackingStatus,
  UserRole,
} from "@/api/types";

import type { BadgeTone } from "./badge";

// Status → colour and word: one map per enum, and nowhere else.

interface StatusLook {
  tone: BadgeTone;
  label: string;
}

export const INTERVIEW_STATUS: Record<InterviewStatus, StatusLook> = {
  draft: { tone: "neutral", label: "Draft" },
  scheduled: { tone: "warning", label: "Scheduled" },
  in_progress: { tone: "info", label: "In Progress" },
  completed: { tone: "success", label: "Completed" },
  cancelled: { tone: "neutral", label: "Cancelled" },
};

export const JOB_STATUS: Record<JobStatus, StatusLook> = {
  draft: { tone: "neutral", label: "Draft" },
  open: { tone: "success", label: "Open" },
  on_hold: { tone: "warning", label: "On Hold" },
  closed: { tone: "neutral", label: "Closed" },
};

export const DOCUMENT_STATUS: Record<ProcessingStatus, StatusLook> = {
  completed: { tone: "success", label: "Parsed" },
  failed: { tone: "danger", label: "Failed" },
  processing: { tone: "info", label: "Processing" },
};

export const TRACKING_STATUS: Record<TrackingStatus, StatusLook> = {
  pending: { tone: "neutral", label: "Pending" },
  asked: { tone: "warning", label: "Asked" },
  answered: { tone: "success", label: "Answered" },
  skipped: { tone: "danger", label: "Skipped" },
};

export const ROLE: Record<UserRole, StatusLook> = {
  admin: { tone: "danger", label: "Admin" },
  recruiter: { tone: "info", label: "Recruiter" },
  candidate: { tone: "success", label: "Candidate" },
};
