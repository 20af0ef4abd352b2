/** Filters of the security events, kept in the URL. */
import type { SecurityEvent } from "../api/types";

export type EventType = SecurityEvent["type"];
export type Outcome = SecurityEvent["outcome"];

/** Every type and outcome once, in the order of the filters: the compiler finds a missing one. */
const TYPES: Record<EventType, true> = {
  sign_in: true,
  sign_out: true,
  second_factor_check: true,
  first_setup: true,
  registration: true,
  password_check: true,
  password_changed: true,
  password_reset: true,
  second_factor_enabled: true,
  second_factor_disabled: true,
  second_factor_reset: true,
  recovery_codes_renewed: true,
  email_changed: true,
  sessions_ended: true,
  user_created: true,
  name_changed: true,
  role_changed: true,
  user_activated: true,
  user_deactivated: true,
  billing_changed: true,
  plan_changed: true,
  job_started: true,
  user_deleted: true,
  settings_changed: true,
  model_downloaded: true,
  model_uploaded: true,
  records_exported: true,
  record_deleted: true,
  link_renewed: true,
  interview_status_set: true,
  recording_imported: true,
  demo_generated: true,
  demo_cleared: true,
  report_shared: true,
  report_link_revoked: true,
  reviewer_added: true,
  reviewer_removed: true,
  access_refused: true,
  storage_key_replaced: true,
};
export const EVENT_TYPES = Object.keys(TYPES) as EventType[];
export const OUTCOMES = ["succeeded", "refused", "throttled"] as const satisfies readonly Outcome[];

export interface EventFilters {
  search: string;
  type: EventType | "";
  outcome: Outcome | "";
  page: number;
}

/** Reads the filters from a query; unknown values count as not set. */
export function readFilters(search: URLSearchParams): EventFilters {
  const type = search.get("type");
  const outcome = search.get("outcome");
  return {
    search: search.get("search") ?? "",
    type: EVENT_TYPES.find((one) => one === type) ?? "",
    outcome: OUTCOMES.find((one) => one === outcome) ?? "",
    page: Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1),
  };
}

/** Writes the filters to a query, without those that are not set. */
export function writeFilters(filters: EventFilters): URLSearchParams {
  const search = new URLSearchParams();
  if (filters.search) search.set("search", filters.search);
  if (filters.type) search.set("type", filters.type);
  if (filters.outcome) search.set("outcome", filters.outcome);
  if (filters.page > 1) search.set("page", String(filters.page));
  return search;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (value === null || value === "") return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** 'session_hours: 12 → 8' for every changed setting. */
function describeChanges(changes: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(changes).map(([name, change]) =>
    isRecord(change)
      ? `${name}: ${describeValue(change.before)} → ${describeValue(change.after)}`
      : `${name}: ${describeValue(change)}`,
  );
}

/** The details of an event in one line: settings before and after, roles, numbers of records. */
export function describeDetails(details: Readonly<Record<string, unknown>>): string {
  const { changes, ...rest } = details;
  // The keys of the changes would only repeat their names.
  if (isRecord(changes)) return describeChanges(changes).join("; ");
  return Object.entries(rest)
    .map(([name, value]) => `${name}: ${describeValue(value)}`)
    .join("; ");
}
