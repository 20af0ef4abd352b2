import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { log } from "@/lib/log";

import { isApiError, isCancelled, NETWORK_ERROR } from "./errors";

const RETRIES = 2;

/** One place that logs what failed: which call the network panel shows, and what people read is theirs. */
function note(event: string, error: unknown): void {
  if (isCancelled(error)) return;
  if (isApiError(error)) log.warn(event, { code: error.code, status: error.status });
  else log.error(event, error);
}

/** Reads are tried again only when no answer came; an answer, good or bad, is one. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => note("query_failed", error) }),
    mutationCache: new MutationCache({ onError: (error) => note("mutation_failed", error) }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => isApiError(error, NETWORK_ERROR) && failures < RETRIES,
        retryDelay: (attempt) => 500 * 2 ** attempt,
        // A server on the same machine answers without the internet.
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
