/** Sign-in with username and password. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { findDetails } from "@/api/error-details";
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
    const details = findDetails(error, "PROOF_OF_WORK_REQUIRED");
    if (details === null) throw error;
    const solution = await solveInWorker(details.proofOfWork, new AbortController().signal);
    return await send(credentials, solution);
  }
}

export function useSignIn() {
  return useMutation({
    mutationFn: signIn,
    onSuccess: (response) => storeSession(response.token, response.admin),
  });
}
