import type { Challenge } from "altcha-lib/types";

import type { WorkerAnswer } from "./proof-of-work.worker";

/** The worker's script could not be fetched or run. */
export class CheckNotLoaded extends Error {}

/** Base64 of the JSON that ALTCHA's servers read. */
export function encodePayload(challenge: Challenge, solution: NonNullable<WorkerAnswer>): string {
  return btoa(JSON.stringify({ challenge, solution }));
}

/**
 * Does the work in a thread of its own, so that the form stays quick, and resolves to the payload.
 * Rejects with CheckNotLoaded, with an AbortError, or with an Error when no answer was found.
 */
export async function solveInWorker(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL("./proof-of-work.worker.ts", import.meta.url), {
    type: "module",
  });
  try {
    const solution = await new Promise<WorkerAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => resolve(data);
      // The worker answers also when it fails, so this is a script that did not arrive or not run.
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
