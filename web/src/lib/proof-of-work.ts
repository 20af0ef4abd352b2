/** Solves a proof of work in a web worker. */
import type { Challenge } from "altcha-lib/types";

import type { WorkerAnswer } from "./proof-of-work.worker";

/** The worker script could not be loaded or run. */
export class CheckNotLoaded extends Error {}

/** Base64 of the JSON that ALTCHA servers expect. */
export function encodePayload(challenge: Challenge, solution: NonNullable<WorkerAnswer>): string {
  return btoa(JSON.stringify({ challenge, solution }));
}

/**
 * Runs in its own thread, so that the form stays responsive. Resolves to the payload; rejects with
 * CheckNotLoaded, an AbortError, or an Error if no solution was found.
 */
export async function solveInWorker(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL("./proof-of-work.worker.ts", import.meta.url), {
    type: "module",
  });
  try {
    const solution = await new Promise<WorkerAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => resolve(data);
      // The worker reports its own failures, so here the script did not load or start.
      worker.onerror = () => reject(new CheckNotLoaded("The worker did not load."));
      signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      worker.postMessage(challenge);
    });
    if (solution === null) throw new Error("No solution was found in time.");
    return encodePayload(challenge, solution);
  } finally {
    worker.terminate();
  }
}
