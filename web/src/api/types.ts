/** The shapes of docs/contract.md, under the names that the client uses. */

export type UserRole = "admin" | "recruiter" | "candidate";
export type InterviewStatus = "draft" | "scheduled" | "in_progress" | "completed" | "cancelled";
export type QuestionCategory = "behavioral" | "technical" | "cognitive" | "culture" | "motivation";
export type QuestionSource = "ai_generated" | "recruiter_added";
export type TrackingStatus = "pending" | "asked" | "answered" | "skipped";
export type Difficulty = "junior" | "mid" | "senior" | "lead";
export type JobStatus = "draft" | "open" | "on_hold" | "closed";
export type DocumentType = "cv" | "cover_letter" | "job_description" | "unsupported";
export type ProcessingStatus = "processing" | "completed" | "failed";
export type AnalysisStatus = "none" | "queued" | "running" | "completed" | "failed";
export type TranscriptSpeaker = "interviewer" | "candidate";

export interface Success {
  success: true;
}

export interface Data<T> extends Success {
  data: T;
}

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  hasMore: boolean;
}

export interface Page<T> extends Success {
  data: T[];
  pagination: Pagination;
}

export interface User {
  _id: string;
  userId: string;
  name: string;
  email: string | null;
  role: UserRole;
  username: string;
  isBasicAuth: boolean;
  timezone: string | null;
}

export interface SignedIn extends Success {
  token: string;
  admin: User;
}

export interface BillingSummary {
  plan: "free" | "starter" | "growth";
  planDisplayName: string;
  creditsRemaining: number;
  creditsIncluded: number;
  documents: { included: number; remaining: number };
  monthlyPriceCents: number;
  periodStart: string;
  periodEnd: string | null;
  nextRenewalDate: string | null;
  isCancelled: boolean;
  cancellationEffectiveDate: string | null;
  hadPaidPlan: boolean;
}

export interface BillingRules {
  maxInterviewTimeMinutes: number;
  countdownMinutes: number;
}

export interface Interview {
  _id: string;
  sessionId: string;
  roomId: string;
  title: string;
  position: string;
  candidateName: string;
  candidateEmail: string | null;
  recruiterEmail: string | null;
  recruiterName: string;
  status: InterviewStatus;
  scheduledDate: string | null;
  scheduledDuration: number | null;
  scheduledTimezone: string | null;
  /** Seconds from start to completion, once completed. */
  duration: number | null;
  candidateProfileId: string | null;
  jobDescriptionId: string | null;
  recruiterToken: string;
  candidateToken: string;
  liveNotes: string;
  finalNotes: string;
  consentGiven: boolean;
  startedAt: string | null;
  completedAt: string | null;
  elapsedSeconds: number;
  billedMinutes: number | null;
  billedCredits: number | null;
  finalizedAt: string | null;
  language: string;
  createdAt: string;
  updatedAt: string;
}

export interface InterviewAnswer extends Success {
  interview: Interview;
}

export interface IceServer {
  urls: string | string[];
  username?: string;
  credential?: string;
}

export interface RecruiterRoomAnswer extends InterviewAnswer {
  canStart: boolean;
  iceServers: IceServer[];
}

export interface InterviewStatusAnswer extends InterviewAnswer {
  status: InterviewStatus;
}

export interface CandidateInterview {
  _id: string;
  roomId: string;
  candidateToken: string;
  candidateName: string;
  interviewerName: string;
  title: string;
  status: InterviewStatus;
  startedAt: string | null;
  elapsedSeconds: number;
  consentGiven: boolean;
  maxInterviewTimeMinutes: number;
}

export interface CandidateInterviewAnswer extends Success {
  interview: CandidateInterview;
}

export interface OperationProgress {
  stage: string;
  /** 0 to 1. */
  share: number;
  /** 0: running; null: not queued. */
  queuePosition: number | null;
  elapsedSeconds: number;
  detail: string;
  done: boolean;
}
