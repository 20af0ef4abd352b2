/** Keeps the billing data of every open page up to date. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Reloads billing queries when the server announces a change, while mounted and `enabled`. */
export function useBillingChanges(enabled: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!enabled) return undefined;
    let isClosed = false;
    let close: (() => void) | undefined;
    // Loaded after the page: the socket is not needed to show it.
    void import("@/api/billing-changes").then(({ watchBilling }) => {
      if (isClosed) return;
      close = watchBilling(() => void client.invalidateQueries({ queryKey: ["billing"] }));
    });
    return () => {
      isClosed = true;
      close?.();
    };
  }, [client, enabled]);
}
