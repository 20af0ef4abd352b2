/** Progress and cancellation of slow server calls. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api } from "./client";
import { isApiError } from "./errors";
import type { OperationProgress } from "./types";

const POLL_MS = 700;

/** A random id for one slow call. Not crypto.randomUUID: it is missing over plain http. */
export function newOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function readProgress(id: string, signal: AbortSignal): Promise<OperationProgress | null> {
  try {
    const params = { operation_id: id };
    const call = { params, signal, timeoutMs: 5000 };
    return (await api.get("/api/operations/{operation_id}", call)).data;
  } catch (error) {
    // 404: the server has not started it yet.
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

function operationQuery(id: string) {
  return queryOptions({
    queryKey: ["operation", id],
    queryFn: ({ signal }) => readProgress(id, signal),
    refetchInterval: (query) => (query.state.data?.done ? false : POLL_MS),
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: true,
  });
}

/** Progress of a slow call while `id` is given; null until the server has started it. */
export function useOperation(id: string | null): OperationProgress | null {
  const { data } = useQuery({ ...operationQuery(id ?? ""), enabled: id !== null });
  return id === null ? null : (data ?? null);
}

export interface SlowCall {
  /** Progress of the running call; null until the server has started it. */
  progress: OperationProgress | null;
  isRunning: boolean;
  /** Runs `work` under a new operation id and a signal that `cancel` aborts. One at a time. */
  run: <T>(work: (call: { operationId: string; signal: AbortSignal }) => Promise<T>) => Promise<T>;
  cancel: () => void;
}

/** Runs one slow call at a time, with progress and cancellation. */
export function useSlowCall(): SlowCall {
  const [current, setCurrent] = useState<{ id: string; controller: AbortController } | null>(null);
  const progress = useOperation(current?.id ?? null);
  return {
    progress,
    isRunning: current !== null,
    run: async (work) => {
      const call = { id: newOperationId(), controller: new AbortController() };
      setCurrent(call);
      try {
        return await work({ operationId: call.id, signal: call.controller.signal });
      } finally {
        setCurrent((latest) => (latest === call ? null : latest));
      }
    },
    cancel: () => current?.controller.abort(),
  };
}
