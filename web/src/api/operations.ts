import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api } from "./client";
import { isApiError } from "./errors";
import type { OperationProgress } from "./types";

const POLL_MS = 700;

/** A name for one slow call; send it as `operationId`. Not crypto.randomUUID: plain http has none. */
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
    // 404: the server has not begun with it yet.
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

/** Progress of a slow call while `id` is given; null before the server began. */
export function useOperation(id: string | null): OperationProgress | null {
  const { data } = useQuery({ ...operationQuery(id ?? ""), enabled: id !== null });
  return id === null ? null : (data ?? null);
}

export interface SlowCall {
  /** Progress while one runs; null before the server began. */
  progress: OperationProgress | null;
  isRunning: boolean;
  /** Runs `work` under a new operation id and a signal that `cancel` aborts. One at a time. */
  run: <T>(work: (call: { operationId: string; signal: AbortSignal }) => Promise<T>) => Promise<T>;
  cancel: () => void;
}

/** One slow call at a time with its progress and its cancel. */
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
