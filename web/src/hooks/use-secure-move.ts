/** Follows this server to HTTPS after a restart that turns it on. */
import { useEffect } from "react";

import { leaveTo } from "@/lib/leave-to";
import { secureOrigin } from "@/lib/secure-address";

const POLL_MS = 1000;

/**
 * Goes to `path` over HTTPS, under the host name of this page, once the server answers there.
 *
 * That shows only in browsers that trust the server's certificate for this name. Null does nothing.
 */
export function useSecureMove(path: string | null, goTo = leaveTo): void {
  useEffect(() => {
    const origin = secureOrigin(window.location);
    if (path === null || origin === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      if (await isReachable(origin, controller.signal)) goTo(`${origin}${path}`);
      else if (!controller.signal.aborted) timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [path, goTo]);
}

async function isReachable(origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    // The content security policy of an unencrypted page allows its own host over HTTPS. The answer is opaque.
    await fetch(`${origin}/api/health/live`, { mode: "no-cors", cache: "no-store", signal });
    return true;
  } catch {
    return false;
  }
}
