/** How long the room has been disconnected from the server, in the two steps shown to people. */
import { useEffect, useReducer, useState } from "react";

import type { RoomSession } from "../engine/room-session";
import type { RoomState } from "../engine/room-state";
import type { ConnectionTrouble } from "../lib/transcription-status";

const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 3;
const RETRY_DELAY_MS = 3_000;

/**
 * A timeout after ten seconds, a failure after the time of three retries. The session keeps trying all the
 * while; `reconnect` tries at once and starts the count again.
 */
export function useConnectionTrouble(
  session: RoomSession | null,
  { connection, problem }: Pick<RoomState, "connection" | "problem">,
): { trouble: ConnectionTrouble | null; reconnect: () => void } {
  const [attempt, restart] = useReducer((count: number) => count + 1, 0);
  const [trouble, setTrouble] = useState<ConnectionTrouble | null>(null);
  const isRefused = connection === "error" && problem !== null;
  const isAway =
    !isRefused &&
    (connection === "connecting" || connection === "disconnected" || connection === "error");

  useEffect(() => {
    if (!isAway) return;
    const timers = [
      setTimeout(() => setTrouble("timeout"), TIMEOUT_MS),
      setTimeout(() => setTrouble("failed"), TIMEOUT_MS + MAX_RETRIES * RETRY_DELAY_MS),
    ];
    return () => {
      timers.forEach(clearTimeout);
      setTrouble(null);
    };
  }, [isAway, attempt]);

  return {
    trouble,
    reconnect: () => {
      restart();
      session?.reconnect();
    },
  };
}
