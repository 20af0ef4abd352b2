/** Filters of the user list, kept in the URL. */
import type { Role } from "../api/types";

export const ROLES = ["admin", "recruiter"] as const satisfies readonly Role[];
export const USER_STATUSES = ["active", "inactive", "invited"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export interface UserFilters {
  search: string;
  role: Role | "";
  status: UserStatus | "";
  page: number;
}

function findKnown<Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | "" {
  return values.find((value) => value === text) ?? "";
}

/** Reads the filters from a query; unknown values count as not set. */
export function readFilters(search: URLSearchParams): UserFilters {
  return {
    search: search.get("search") ?? "",
    role: findKnown(ROLES, search.get("role")),
    status: findKnown(USER_STATUSES, search.get("status")),
    page: Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1),
  };
}

/** Writes the filters to a query, without those that are not set. */
export function writeFilters(filters: UserFilters): URLSearchParams {
  const search = new URLSearchParams();
  if (filters.search) search.set("search", filters.search);
  if (filters.role) search.set("role", filters.role);
  if (filters.status) search.set("status", filters.status);
  if (filters.page > 1) search.set("page", String(filters.page));
  return search;
}

export function getStatus(user: { isActive: boolean; isInvited: boolean }): UserStatus {
  if (!user.isActive) return "inactive";
  return user.isInvited ? "invited" : "active";
}

/** Name, or the username if there is no name yet. */
export function getDisplayName(user: { name: string; username: string }): string {
  return user.name.trim() || user.username;
}
