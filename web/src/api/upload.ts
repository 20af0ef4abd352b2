/** Multipart uploads with progress. Uses XMLHttpRequest: fetch reports no upload progress. */
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";

import { buildForm, buildUrl, handleRefusal, type UncheckedParts } from "./client";
import { toApiError, NETWORK_ERROR, noResponse, TIMEOUT } from "./errors";
import type { JsonResponse, RequestParts, UploadPath } from "./routes";
import { readSessionToken } from "./session-token";

interface UploadCall {
  signal: AbortSignal;
  /** Receives the share of the body that has been sent, 0 to 1. */
  onShare: (share: number) => void;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Posts a form and reports progress. Raises like `api`: ApiError, or a DOMException named AbortError. */
export function uploadForm<P extends UploadPath>(
  path: P,
  { signal, onShare, form, ...parts }: UploadCall & RequestParts<"post", P>,
): Promise<JsonResponse<"post", P>> {
  return new Promise((resolve, reject) => {
    const cancelled = () => new DOMException("The call was cancelled.", "AbortError");
    if (signal.aborted) {
      reject(cancelled());
      return;
    }
    const sessionToken = readSessionToken();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    // What the types of the route have checked; they are too deep for the compiler to compare.
    request.open("POST", buildUrl(path, parts as unknown as UncheckedParts));
    request.timeout = SLOW_CALL_TIMEOUT_MS;
    request.setRequestHeader("Accept", "application/json");
    if (sessionToken) request.setRequestHeader("Authorization", `Bearer ${sessionToken}`);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onShare(loaded / total);
    };
    request.onload = () => {
      const response = parse(request.responseText);
      if (request.status >= 200 && request.status < 300 && response !== null) {
        resolve(response as JsonResponse<"post", P>);
        return;
      }
      const error = toApiError(request.status, response, request.getResponseHeader("Retry-After"));
      handleRefusal(error, {}, sessionToken);
      reject(error);
    };
    request.onerror = () => reject(noResponse(NETWORK_ERROR));
    request.ontimeout = () => reject(noResponse(TIMEOUT));
    request.onabort = () => reject(cancelled());
    request.onloadend = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    request.send(buildForm(form));
  });
}
