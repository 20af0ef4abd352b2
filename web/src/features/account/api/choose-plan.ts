/** Cancels or resumes the user's own plan. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { BillingSummary } from "@/api/types";

/** `free` cancels the plan at the end of its cycle; the current plan resumes it. */
export function useChoosePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (plan: BillingSummary["plan"]) =>
      (await api.post("/api/billing/set-plan", { body: { plan } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: ["billing"] }),
  });
}
