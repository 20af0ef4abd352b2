/** Completes an identity provider sign-in: clears the URL, stores the session, continues. */
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { useEnter } from "@/hooks/use-enter";
import { returnPath } from "@/lib/return-path";

import { useProviderSession } from "../api/provider-session";
import { withoutArrival, type Arrival } from "../lib/arrival";
import { getChallenge } from "../lib/challenge";

export function useProviderReturn(
  arrival: Arrival,
  /** Called if the provider confirmed the user and a code is required. */
  onChallenge: (challenge: string) => void,
) {
  const navigate = useNavigate();
  const enter = useEnter();
  const [search] = useSearchParams();
  const session = useProviderSession();
  const isBegun = useRef(false);

  const begin = useEffectEvent(async () => {
    if (arrival.kind === "visit" || isBegun.current) return;
    isBegun.current = true;
    const destination = returnPath(search);
    // Before storing the session: the page's loader redirects signed-in users.
    await navigate({ search: withoutArrival(search).toString() }, { replace: true });
    if (arrival.kind === "session") {
      session.mutate(arrival.token, {
        onSuccess: (response) => void enter(response.admin, destination),
        onError: (error) => {
          const challenge = getChallenge(error);
          if (challenge !== null) onChallenge(challenge);
        },
      });
    }
  });
  useEffect(() => {
    void begin();
  }, []);

  return {
    isTakingSession: arrival.kind === "session" && !session.isError,
    hasFailed:
      arrival.kind === "refusal" || (session.isError && getChallenge(session.error) === null),
  };
}
