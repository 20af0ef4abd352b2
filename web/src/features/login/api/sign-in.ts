/** Sign-in with username and password. */
import { useMutation } from "@tanstack/react-query";
import type { Challenge } from "altcha-lib/types";

import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import { storeSession } from "@/api/session-token";
import { solveInWorker } from "@/lib/proof-of-work";

export interface Credentials {
  username: string;
  password: string;
}

function send(credentials: Credentials, proofOfWork: string | null = null) {
  return api.post("/api/admin/login", {
    body: { ...credentials, ...(proofOfWork !== null && { proofOfWork }) },
    keepSession: true,
  });
}

/** While many networks guess at the account, the server first sets the browser a task. */
async function signIn(credentials: Credentials) {
  try {
    return await send(credentials);
  } catch (error) {
    if (!isApiError(error, "PROOF_OF_WORK_REQUIRED")) throw error;
    // The server describes the task in the format of ALTCHA.
    const task = error.details.proofOfWork as Challenge;
    return await send(credentials, await solveInWorker(task, new AbortController().signal));
  }
}

export function useSignIn() {
  return useMutation({
    mutationFn: signIn,
    onSuccess: (response) => storeSession(response.token, response.admin),
  });
}
