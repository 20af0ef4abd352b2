/** Restore of a backup before the first account exists. */
import { api } from "@/api/client";
import { isApiError, NETWORK_ERROR, TIMEOUT } from "@/api/errors";
import { sendInParts } from "@/api/send-in-parts";
import { readSetupRequired } from "@/api/setup-status";
import type { Schemas } from "@/api/types";

export type RestoreOffer = Schemas["RestoreOffer"];
export type RestoreProgress = Schemas["RestoreProgress"];
export type StoredBackup = Schemas["StoredBackup"];

const POLL_MS = 1000;
/** A part of 8 MB has this long, on any line that could carry a backup. */
const CHUNK_TIMEOUT_MS = 300_000;

export async function openRestore(code: string): Promise<RestoreOffer> {
  return (await api.post("/api/setup/restore", { body: { code }, keepSession: true })).data;
}

export async function cancelRestore(token: string): Promise<void> {
  await api.delete("/api/setup/restore", { bearer: token });
}

interface Following {
  token: string;
  signal: AbortSignal;
}

/** Sends a file in parts. */
export async function uploadBackup(
  file: File,
  { token, signal, chunkBytes }: Following & { chunkBytes: number },
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<void> {
  onProgress(0, file.size);
  await sendInParts(
    file,
    chunkBytes,
    async ({ offset, totalBytes, chunk }) => {
      const { data } = await api.post("/api/setup/restore/chunks", {
        query: { offset, totalBytes },
        form: { chunk },
        bearer: token,
        signal,
        timeoutMs: CHUNK_TIMEOUT_MS,
      });
      return data.receivedBytes;
    },
    (doneBytes) => onProgress(doneBytes, file.size),
  );
}

export async function startRestore(
  source: { name: string | null; passphrase: string | null },
  { token, signal }: Following,
): Promise<void> {
  await api.post("/api/setup/restore/start", { body: source, bearer: token, signal });
}

/** `closed`: the server has started again with its earlier, empty data, or someone else entered the code. */
export type RestoreEnd = "restored" | "closed" | { problem: RestoreProgress["problem"] };

/** Follows a restore until the server has started again, or the restore has failed. */
export async function followRestore(
  { token, signal }: Following,
  onProgress: (progress: RestoreProgress) => void,
): Promise<RestoreEnd> {
  for (;;) {
    const end = await readEnd({ token, signal }, onProgress);
    if (end !== null) return end;
    await wait(POLL_MS, signal);
  }
}

async function readEnd(
  { token, signal }: Following,
  onProgress: (progress: RestoreProgress) => void,
): Promise<RestoreEnd | null> {
  try {
    const { data } = await api.get("/api/setup/restore", { bearer: token, signal });
    onProgress(data);
    return data.phase === "waiting" ? { problem: data.problem } : null;
  } catch (error) {
    if (isApiError(error, "RESTORE_CLOSED")) {
      // Another process serves by now, which does not know the token.
      return (await readSetupRequired(signal)) ? "closed" : "restored";
    }
    // While the server starts again, nothing answers, or a proxy says so.
    if (isApiError(error, NETWORK_ERROR, TIMEOUT) || isProxyError(error)) return null;
    throw error;
  }
}

function isProxyError(error: unknown): boolean {
  return isApiError(error) && [502, 503, 504].includes(error.status);
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(new DOMException("The call was cancelled.", "AbortError"));
      },
      { once: true },
    );
  });
}
