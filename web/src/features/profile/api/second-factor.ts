import { queryOptions, useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Data, Schemas, Success } from "@/api/types";

const PATH = "/api/profile/second-factor";

export type SecondFactorState = Schemas["SecondFactorState"];
export type SecondFactorOffer = Schemas["SecondFactorOffer"];

export const secondFactorQuery = queryOptions({
  queryKey: ["profile", "second-factor"],
  queryFn: async ({ signal }) => (await api.get<Data<SecondFactorState>>(PATH, { signal })).data,
});

/** A secret for the app, after the password once more; it counts once it is confirmed. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: async (password: string | null) =>
      (
        await api.post<Data<SecondFactorOffer>>(
          `${PATH}/begin`,
          { password },
          { keepSession: true },
        )
      ).data,
  });
}

/** The recovery codes, which the server tells this once. */
export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: async (code: string) =>
      (await api.post<Data<Schemas["RecoveryCodes"]>>(`${PATH}/confirm`, { code })).data
        .recoveryCodes,
  });
}

/** New recovery codes; the earlier ones are void. */
export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: async (code: string) =>
      (await api.post<Data<Schemas["RecoveryCodes"]>>(`${PATH}/recovery-codes`, { code })).data
        .recoveryCodes,
  });
}

export function useDisableSecondFactor() {
  return useMutation({
    mutationFn: (code: string) => api.post<Success>(`${PATH}/disable`, { code }),
  });
}
