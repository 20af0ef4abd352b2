/** Elapsed time of the interview, updated while mounted. */
import { useCallback, useSyncExternalStore } from "react";

import type { RoomSession } from "../engine/room-session";

/** Twice a second, so that no second is skipped. */
const TICK_MS = 500;

/** Whole seconds since the start by the server's clock; null before the start. */
export function useInterviewTimer(session: RoomSession | null): number | null {
  const subscribe = useCallback((onTick: () => void) => {
    const timer = setInterval(onTick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(subscribe, () => session?.getElapsedSeconds() ?? null);
}
