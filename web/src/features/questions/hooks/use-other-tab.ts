import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { questionsQuery } from "../api/questions-query";

const POLL_MS = 1500;
/** So long without a new question, the other tab is done or was closed. */
const QUIET_MS = 45_000;

export interface OtherTab {
  /** Questions are being written elsewhere, and show here as they come. */
  isWatched: boolean;
  watch: () => void;
  stop: () => void;
}

/** Follows what another tab has written into the list of this interview. */
export function useOtherTab(interviewId: string): OtherTab {
  const [isWatched, setIsWatched] = useState(false);
  const { data } = useQuery({
    ...questionsQuery(interviewId),
    enabled: isWatched,
    refetchInterval: isWatched ? POLL_MS : false,
  });
  const count = data?.length ?? 0;
  useEffect(() => {
    if (!isWatched) return undefined;
    const timer = setTimeout(() => setIsWatched(false), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isWatched, count]);
  return { isWatched, watch: () => setIsWatched(true), stop: () => setIsWatched(false) };
}
