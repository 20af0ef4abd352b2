/** TanStack Query client: retries, cache times and error logging. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { log } from "@/lib/log";

import { isApiError, isCancelled, NETWORK_ERROR } from "./errors";

const RETRIES = 2;

/** Logs the code of a failed call. Messages may contain personal data and are not logged. */
function logFailure(event: string, error: unknown): void {
  if (isCancelled(error)) return;
  if (isApiError(error)) log.warn(event, { code: error.code, status: error.status });
  else log.error(event, error);
}

/** Queries are retried only if there was no response. Mutations are never retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => logFailure("query_failed", error) }),
    mutationCache: new MutationCache({ onError: (error) => logFailure("mutation_failed", error) }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => isApiError(error, NETWORK_ERROR) && failures < RETRIES,
        retryDelay: (attempt) => 500 * 2 ** attempt,
        // A server on the same machine is reachable without internet access.
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
