import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { useEnter } from "@/hooks/use-enter";
import { returnPath } from "@/lib/return-path";

import { useProviderSession } from "../api/provider-session";
import { withoutArrival, type Arrival } from "../lib/arrival";

/** Ends a provider's sign-in: clears the address first, then takes the session and goes on. */
export function useProviderReturn(arrival: Arrival) {
  const navigate = useNavigate();
  const enter = useEnter();
  const [search] = useSearchParams();
  const session = useProviderSession();
  const isBegun = useRef(false);

  const begin = useEffectEvent(async () => {
    if (arrival.kind === "visit" || isBegun.current) return;
    isBegun.current = true;
    const wanted = returnPath(search);
    // Before anything is stored: the page's loader would lead a signed-in visitor away.
    await navigate({ search: withoutArrival(search).toString() }, { replace: true });
    if (arrival.kind === "session") {
      session.mutate(arrival.token, { onSuccess: (user) => void enter(user, wanted) });
    }
  });
  useEffect(() => {
    void begin();
  }, []);

  return {
    isTakingSession: arrival.kind === "session" && !session.isError,
    hasFailed: arrival.kind === "refusal" || session.isError,
  };
}
