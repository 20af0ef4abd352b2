/** ALTCHA proof of work: challenge, solution and payload. */
import { isApiError, NETWORK_ERROR, TIMEOUT } from "@/api/errors";
import { CheckNotLoaded, solveInWorker } from "@/lib/proof-of-work";

import { readChallenge } from "../api/demo-request";
import { CheckFailed } from "./spam-check";

/**
 * Fetches a challenge, calls `onLoaded`, and resolves to the payload for the server.
 * Rejects with CheckFailed or an AbortError.
 */
export async function runProofOfWork(signal: AbortSignal, onLoaded: () => void): Promise<string> {
  try {
    const challenge = await readChallenge(signal);
    onLoaded();
    return await solveInWorker(challenge, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (isApiError(error, NETWORK_ERROR, TIMEOUT)) throw new CheckFailed("failedToLoadConnection");
    if (isApiError(error) || error instanceof CheckNotLoaded) throw new CheckFailed("failedToLoad");
    throw new CheckFailed("failed");
  }
}
