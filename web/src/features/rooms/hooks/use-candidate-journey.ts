/** Steps of the candidate's visit: joining after the devices are ready, leaving after the end. */
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { paths } from "@/config/paths";

import type { RoomState } from "../engine/room-state";

/** Delay between getting the devices and joining, and between the end and the thank-you page. */
const JOIN_WAIT_MS = 1_000;
const REDIRECT_MS = 3_000;

/** True one second after the devices are available: the first camera frames are rarely usable. */
export function useSettledMedia(isReady: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isReady || isSettled) return;
    const timer = setTimeout(() => setIsSettled(true), JOIN_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isReady, isSettled]);
  return isSettled;
}

/** Refusals that mean that there is no interview any more: it ended, or was cancelled or deleted. */
const ENDED_CODES = new Set([
  "INTERVIEW_UNAVAILABLE",
  "INTERVIEW_TERMINATED",
  "INTERVIEW_NOT_FOUND",
]);

/** How the interview ended for the candidate; null while it continues. */
export function findEnding({ interview, problem }: RoomState): "completed" | "cancelled" | null {
  if (interview === null) return null;
  if (interview.status === "completed" || interview.status === "cancelled") return interview.status;
  if (problem === null || !ENDED_CODES.has(problem.code)) return null;
  // A running interview cannot be cancelled: it ended while the connection was down.
  return interview.status === "in_progress" ? "completed" : "cancelled";
}

/** Opens the thank-you page three seconds after the end. */
export function useThankYouRedirect(isOver: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => void navigate(paths.thankYou, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isOver, navigate]);
}
