/** Current billing data on the account page, also on the return from Stripe, where the plan may take seconds. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { billingSummaryQuery } from "@/api/current-user";

import { confirmCheckout } from "../api/payments";
import { pollPlan } from "../lib/poll-plan";

/**
 * Refreshes the billing data of every page on load. With the query `portal_return=1` (and
 * `expect_plan`, `session_id`), it waits for the plan first and then clears the query.
 */
export function usePortalReturn(): void {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isReturn = query.get("portal_return") === "1";
  const expectedPlan = query.get("expect_plan");
  const checkoutId = query.get("session_id");

  useEffect(() => {
    if (!isReturn) {
      void client.invalidateQueries({ queryKey: ["billing"] });
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const reload = async () => {
      // A failed read counts as 'not yet': the next one may succeed.
      const summary = await client
        .query({ ...billingSummaryQuery, staleTime: 0 })
        .catch(() => undefined);
      return summary?.plan;
    };
    const settle = async () => {
      // If this fails, the event from Stripe still applies the payment.
      if (checkoutId !== null) await confirmCheckout(checkoutId, signal).catch(() => undefined);
      await pollPlan(reload, expectedPlan, signal);
      if (signal.aborted) return;
      // Without the query, the effect refreshes the other pages too.
      await navigate({ search: "" }, { replace: true });
    };
    void settle();
    return () => {
      controller.abort();
    };
  }, [client, navigate, isReturn, expectedPlan, checkoutId]);
}
