/** Which actions an administrator may perform on a user. */
import { isApiError } from "@/api/errors";

import type { AdminUser } from "../api/types";

export type UserAction =
  | "edit"
  | "role"
  | "resetPassword"
  | "endSessions"
  | "resetSecondFactor"
  | "deactivate"
  | "activate"
  | "delete";

export interface ActionGroups {
  normal: UserAction[];
  danger: UserAction[];
}

/**
 * Actions that apply to the user's current state. Admins change their own password under Profile: a
 * reset would end their session before they could read it.
 */
export function actionsFor(user: AdminUser, isSelf: boolean): ActionGroups {
  const normal: UserAction[] = ["edit", "role"];
  if (user.isActive && !isSelf) normal.push("resetPassword");
  if (user.activeSessions > 0) normal.push("endSessions");
  if (user.hasSecondFactor) normal.push("resetSecondFactor");
  if (!user.isActive) normal.push("activate");
  const danger: UserAction[] = [];
  if (user.isActive) danger.push("deactivate");
  // The server refuses to delete the caller's own account.
  if (!isSelf) danger.push("delete");
  return { normal, danger };
}

export function isLastAdmin(error: unknown): boolean {
  return isApiError(error, "LAST_ADMIN");
}
