/** Tests of the proof-of-work check. */
import { beforeEach, describe, expect, it, vi } from "vitest";

import { CheckNotLoaded, solveInWorker } from "@/lib/proof-of-work";
import { stubFetch } from "@/testing/fetch-stub";

import { runProofOfWork } from "./altcha-check";

vi.mock("@/lib/proof-of-work", { spy: true });

const CHALLENGE = {
  parameters: {
    algorithm: "PBKDF2/SHA-256",
    nonce: "00",
    salt: "00",
    cost: 1,
    keyLength: 32,
    keyPrefix: "00",
  },
  signature: "s",
};
const ROUTE = "GET /api/contact/challenge";
const answered = () => stubFetch({ [ROUTE]: { json: { success: true, data: CHALLENGE } } });

function run(onLoaded = vi.fn()) {
  return { result: runProofOfWork(new AbortController().signal, onLoaded), onLoaded };
}

beforeEach(() => {
  vi.mocked(solveInWorker).mockReset();
});

describe("runProofOfWork", () => {
  it("reports that it is loaded and returns the worker's payload", async () => {
    answered();
    vi.mocked(solveInWorker).mockResolvedValue("payload");
    const { result, onLoaded } = run();
    await expect(result).resolves.toBe("payload");
    expect(onLoaded).toHaveBeenCalledOnce();
    expect(vi.mocked(solveInWorker).mock.calls[0]![0]).toEqual(CHALLENGE);
  });

  it("reports a connection problem when there is no response", async () => {
    stubFetch({ [ROUTE]: new TypeError("Failed to fetch") });
    const { result, onLoaded } = run();
    await expect(result).rejects.toMatchObject({ problem: "failedToLoadConnection" });
    expect(onLoaded).not.toHaveBeenCalled();
  });

  it("requests a reload when the server rejects the request or the worker fails to load", async () => {
    stubFetch({ [ROUTE]: { status: 429, json: { success: false, error: "Too many." } } });
    await expect(run().result).rejects.toMatchObject({ problem: "failedToLoad" });
    answered();
    vi.mocked(solveInWorker).mockRejectedValue(new CheckNotLoaded("no script"));
    await expect(run().result).rejects.toMatchObject({ problem: "failedToLoad" });
  });

  it("fails if there is no solution", async () => {
    answered();
    vi.mocked(solveInWorker).mockRejectedValue(new Error("out of time"));
    await expect(run().result).rejects.toMatchObject({ problem: "failed" });
  });
});
