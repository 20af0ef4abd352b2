/** Web worker that solves an ALTCHA challenge. */
import { pbkdf2Async } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { solveChallenge } from "altcha-lib";
import { deriveKey as deriveWithWebCrypto } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge, DeriveKeyFunction, Solution } from "altcha-lib/types";

/**
 * PBKDF2 without Web Crypto, which browsers withhold from pages served over plain HTTP, as in many
 * office installations. Slower, with the same result.
 */
const deriveInScript: DeriveKeyFunction = async (parameters, salt, password) => {
  if (parameters.algorithm !== "PBKDF2/SHA-256") {
    throw new Error(`Unsupported algorithm: ${parameters.algorithm}`);
  }
  const derivedKey = await pbkdf2Async(sha256, password, salt, {
    c: parameters.cost,
    dkLen: parameters.keyLength,
  });
  return { parameters: {}, derivedKey };
};

/** The solution, or null if none was found in time. */
export type WorkerAnswer = Solution | null;

self.onmessage = ({ data: challenge }: MessageEvent<Challenge>) => {
  const hasWebCrypto = (crypto.subtle as SubtleCrypto | undefined) !== undefined;
  const answer = (solution: WorkerAnswer) => self.postMessage(solution);
  solveChallenge({
    challenge,
    deriveKey: hasWebCrypto ? deriveWithWebCrypto : deriveInScript,
  }).then(answer, () => answer(null));
};
