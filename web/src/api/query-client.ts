import { QueryClient } from "@tanstack/react-query";

import { isApiError, NETWORK_ERROR } from "./errors";

const RETRIES = 2;

/** Reads are tried again only when no answer came; an answer, good or bad, is one. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
