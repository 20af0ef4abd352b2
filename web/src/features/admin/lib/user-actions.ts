import { isApiError } from "@/api/errors";

import type { AdminUser } from "../api/types";

export type UserAction =
  | "edit"
  | "role"
  | "resetPassword"
  | "endSessions"
  | "resetSecondFactor"
  | "deactivate"
  | "activate";

export interface ActionGroups {
  normal: UserAction[];
  danger: UserAction[];
}

/**
 * What an admin may do with somebody as he stands; what would change nothing is not offered. One's
 * own password is set under Profile: a reset would end this very session before it was read.
 */
export function actionsFor(user: AdminUser, isSelf: boolean): ActionGroups {
  const normal: UserAction[] = ["edit", "role"];
  if (user.isActive && !isSelf) normal.push("resetPassword");
  if (user.activeSessions > 0) normal.push("endSessions");
  if (user.hasSecondFactor) normal.push("resetSecondFactor");
  if (!user.isActive) normal.push("activate");
  return { normal, danger: user.isActive ? ["deactivate"] : [] };
}

export function isLastAdmin(error: unknown): boolean {
  return isApiError(error, "LAST_ADMIN");
}
