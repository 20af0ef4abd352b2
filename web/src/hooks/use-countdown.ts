/** Whole seconds until `until` (epoch milliseconds); 0 if there is none or it has passed. */
import { useEffect, useState } from "react";

export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const seconds = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  const running = until !== null && now < until;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  return seconds;
}
