/** Notices that the recruiter may not act in the room any more. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { isApiError } from "@/api/errors";

/** True from the first call on that the server refused because the session ended or the account lost its right. */
export function useSignedOut(): boolean {
  const client = useQueryClient();
  const [isSignedOut, setIsSignedOut] = useState(false);
  useEffect(() => {
    const onAction = (action: { type: string; error?: unknown }) => {
      if (action.type === "error" && isRefused(action.error)) setIsSignedOut(true);
    };
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === "updated") onAction(event.action);
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === "updated") onAction(event.action);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);
  return isSignedOut;
}

function isRefused(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}
