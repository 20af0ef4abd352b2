import type { User } from "@/api/types";

export type Role = User["role"];

export interface DashboardUser {
  _id: string;
  name: string;
  username: string;
  email: string | null;
  role: Role;
  isActive: boolean;
  createdAt: string;
  plan: string | null;
  planDisplayName: string | null;
  credits: { remaining: number; included: number } | null;
  stats: {
    interviews: number;
    candidates: number;
    jobs: number;
    usage: { totalCost: number | null };
  };
}

export interface Dashboard {
  summary: {
    totalUsers: number;
    totalInterviews: number;
    totalCandidates: number;
    totalJobs: number;
    totalCost: number | null;
  };
  users: DashboardUser[];
}

export interface AdminUser {
  _id: string;
  username: string;
  name: string;
  email: string | null;
  role: Role;
  isActive: boolean;
  isBasicAuth: boolean;
  hasSecondFactor: boolean;
  mustChangePassword: boolean;
  isInvited: boolean;
  createdAt: string;
  lastSignedInAt: string | null;
  activeSessions: number;
}

export type Delivery = "one_time_password" | "invite_link";

export interface NewUser {
  username: string;
  name: string;
  email?: string;
  role: Role;
  delivery: Delivery;
}

export type UserChange = Partial<Pick<AdminUser, "name" | "email" | "role" | "isActive">>;

/** Shown once: the server keeps neither the password nor the link. */
export interface IssuedAccess {
  user: AdminUser;
  oneTimePassword: string | null;
  inviteLink: string | null;
  isMailed: boolean;
}

export interface BillingAccount {
  account: { plan: string; creditsIncludedPerMonth: number; nextRenewalDate: string | null };
  status: {
    planDisplayName: string;
    creditsRemaining: number;
    creditsIncluded: number;
    documents: { included: number; remaining: number };
    periodStart: string;
    periodEnd: string | null;
    nextRenewalDate: string | null;
  };
}

export interface JobSchedule {
  everyMs?: number | null;
  dailyAtUtc?: { hour: number; minute: number } | null;
}

export interface RegisteredJob {
  key: string;
  schedule: JobSchedule;
  enabledByDefault: boolean;
}

export interface JobRun {
  _id: string;
  jobKey: string;
  status: string;
  startedAt: string;
  durationMs: number | null;
  processedCount: number;
  errorCount: number;
  trigger: string;
}

export type SettingKind =
  "text" | "multiline" | "number" | "boolean" | "choice" | "secret" | "json" | "color";

export interface Setting {
  key: string;
  /** The variable of the environment that decides it. */
  variable: string;
  kind: SettingKind;
  /** What holds now; always null for a secret. */
  value: unknown;
  /** Whether there is a value at all: the only word on a secret. */
  isSet: boolean;
  source: "environment" | "stored" | "default";
  isLocked: boolean;
  appliesAfterRestart: boolean;
  /** Saved since the server started, and of the kind that counts after the next start only. */
  isPending: boolean;
  choices: string[] | null;
  defaultValue: unknown;
}

export interface SettingsGroup {
  key: string;
  settings: Setting[];
}

export interface SettingsAnswer {
  groups: SettingsGroup[];
  mailReady: boolean;
  /** What the identity provider must be told; only the path where the server knows no address. */
  redirectUri: string;
}

export interface DemoRequest {
  _id: string;
  name: string;
  email: string;
  company: string;
  phone: string;
  createdAt: string;
  mail: "none" | "waiting" | "sent" | "failed";
}

export interface LogoAnswer {
  logoUrl: string | null;
}
