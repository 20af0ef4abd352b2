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

/** Refusals of a rejoin that mean the interview ended while the connection was down. */
const ENDED_CODES = new Set(["INTERVIEW_UNAVAILABLE", "INTERVIEW_TERMINATED"]);

export function isInterviewOver(state: RoomState): boolean {
  if (state.interview?.status === "completed") return true;
  return state.interview !== null && state.problem !== null && ENDED_CODES.has(state.problem.code);
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
