/** Second factor: state, setup, recovery codes, removal. */
import { queryOptions, useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

export type SecondFactorState = Schemas["SecondFactorState"];
export type SecondFactorOffer = Schemas["SecondFactorOffer"];

export const secondFactorQuery = queryOptions({
  queryKey: ["profile", "second-factor"],
  queryFn: async ({ signal }) => (await api.get("/api/profile/second-factor", { signal })).data,
});

/** Requests a secret for the app, after checking the password. Confirming it turns it on. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: async (password: string | null) =>
      (
        await api.post("/api/profile/second-factor/begin", {
          body: { password },
          keepSession: true,
        })
      ).data,
  });
}

/** Turns the second factor on. Returns the recovery codes, which are shown only once. */
export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: async (code: string) =>
      (await api.post("/api/profile/second-factor/confirm", { body: { code } })).data.recoveryCodes,
  });
}

/** Creates new recovery codes and invalidates the earlier ones. */
export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: async (code: string) =>
      (await api.post("/api/profile/second-factor/recovery-codes", { body: { code } })).data
        .recoveryCodes,
  });
}

export function useDisableSecondFactor() {
  return useMutation({
    mutationFn: (code: string) =>
      api.post("/api/profile/second-factor/disable", { body: { code } }),
  });
}
