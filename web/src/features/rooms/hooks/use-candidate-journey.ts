import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { paths } from "@/config/paths";

import type { RoomState } from "../engine/room-state";

/** Between having the devices and joining, and between the end and the last page (doc 001 §9). */
const JOIN_WAIT_MS = 1_000;
const REDIRECT_MS = 3_000;

/** True one second after the devices are there: what the camera shows first is rarely a face. */
export function useSettled(isReady: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isReady || isSettled) return;
    const timer = setTimeout(() => setIsSettled(true), JOIN_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isReady, isSettled]);
  return isSettled;
}

/** Refusals that a candidate who was inside meets when the interview ended while the line was down. */
const OVER = new Set(["INTERVIEW_UNAVAILABLE", "INTERVIEW_TERMINATED"]);

export function isInterviewOver(state: RoomState): boolean {
  if (state.interview?.status === "completed") return true;
  return state.interview !== null && state.problem !== null && OVER.has(state.problem.code);
}

/** Goes to the last page three seconds after the end. */
export function useFarewell(isOver: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => void navigate(paths.thankYou, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isOver, navigate]);
}
