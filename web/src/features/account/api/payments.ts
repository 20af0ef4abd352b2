/** Payments: buy credits, open Stripe's portal, confirm a checkout. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import { leaveTo } from "@/lib/leave-to";

/** Leads to Stripe's payment page for 10 credits. */
export function useTopUp() {
  return useMutation({
    mutationFn: async () =>
      (await api.post("/api/billing/stripe/topup/checkout", { body: { quantity: 1 } })).data,
    onSuccess: ({ checkoutUrl }) => leaveTo(checkoutUrl),
  });
}

/** Leads to Stripe's customer portal. */
export function usePortal() {
  return useMutation({
    mutationFn: async () => (await api.post("/api/billing/stripe/portal")).data,
    onSuccess: ({ portalUrl }) => leaveTo(portalUrl),
  });
}

/** Lets the server apply a payment whose event may not have arrived yet. */
export async function confirmCheckout(checkoutId: string, signal: AbortSignal): Promise<void> {
  await api.get("/api/billing/stripe/checkout/success", {
    query: { session_id: checkoutId },
    signal,
  });
}
