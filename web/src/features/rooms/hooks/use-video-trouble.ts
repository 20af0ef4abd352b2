/** What is wrong with the video connection to the other participant, while the one to the server is fine. */
import { useEffect, useState } from "react";

import type { RoomState } from "../engine/room-state";

/** By then the connection was tried twice, with every server that relays it. */
export const BLOCKED_AFTER_MS = 25_000;

export type VideoTrouble = "reconnecting" | "blocked";

export function useVideoTrouble({
  connection,
  peer,
}: Pick<RoomState, "connection" | "peer">): VideoTrouble | null {
  const isMissing = connection === "connected" && peer !== "idle" && peer !== "connected";
  const [isBlocked, setIsBlocked] = useState(false);
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => setIsBlocked(true), BLOCKED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsBlocked(false);
    };
  }, [isMissing]);
  if (isBlocked) return "blocked";
  return peer === "disconnected" || peer === "failed" ? "reconnecting" : null;
}
