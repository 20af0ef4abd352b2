/** Mutations on the billing account of a user. Each returns the changed account. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

import type { BillingAccount } from "./types";
import { billingAccountQuery } from "./user-queries";

export type PlanKey = Schemas["PlanKey"];

/** One change, as the server takes it. */
export type BillingChange =
  | { kind: "plan"; plan: PlanKey }
  | { kind: "renewal"; nextRenewalDate: string }
  | { kind: "grant"; credits: number; idempotencyKey: string }
  /** The difference to the credits that remain. */
  | { kind: "creditsRemaining"; delta: number }
  | { kind: "creditsIncluded"; creditsIncludedPerMonth: number }
  | { kind: "documentsRemaining"; remaining: number }
  | { kind: "documentsIncluded"; documentsIncludedPerMonth: number };

async function send(userId: string, change: BillingChange): Promise<BillingAccount> {
  const params = { user_id: userId };
  switch (change.kind) {
    case "plan": {
      const body = { plan: change.plan };
      return (await api.post("/api/billing/admin/accounts/{user_id}/set-plan", { params, body }))
        .data;
    }
    case "renewal": {
      const body = { nextRenewalDate: change.nextRenewalDate };
      return (
        await api.post("/api/billing/admin/accounts/{user_id}/set-next-renewal", { params, body })
      ).data;
    }
    case "grant": {
      const body = { credits: change.credits, idempotencyKey: change.idempotencyKey };
      return (
        await api.post("/api/billing/admin/accounts/{user_id}/grant-credits", { params, body })
      ).data;
    }
    case "creditsRemaining": {
      const body = { delta: change.delta };
      return (await api.post("/api/billing/admin/accounts/{user_id}/adjust", { params, body }))
        .data;
    }
    case "creditsIncluded": {
      const body = { creditsIncludedPerMonth: change.creditsIncludedPerMonth };
      return (
        await api.post("/api/billing/admin/accounts/{user_id}/set-credits-included", {
          params,
          body,
        })
      ).data;
    }
    case "documentsRemaining": {
      const body = { remaining: change.remaining };
      return (
        await api.post("/api/billing/admin/accounts/{user_id}/documents/set-remaining", {
          params,
          body,
        })
      ).data;
    }
    case "documentsIncluded": {
      const body = { documentsIncludedPerMonth: change.documentsIncludedPerMonth };
      return (
        await api.post("/api/billing/admin/accounts/{user_id}/set-documents-included", {
          params,
          body,
        })
      ).data;
    }
  }
}

export function useChangeBilling(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: BillingChange) => send(userId, change),
    onSuccess: (account) => {
      client.setQueryData(billingAccountQuery(userId).queryKey, account);
    },
    // Also after a refusal: the balance may have changed in the meantime. The admin may be the user.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["admin"] }),
        client.invalidateQueries({ queryKey: ["billing"] }),
      ]),
  });
}
