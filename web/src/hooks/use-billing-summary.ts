import { useQuery } from "@tanstack/react-query";

import { billingSummaryQuery } from "@/api/current-user";
import { siteQuery } from "@/api/site";
import type { BillingSummary } from "@/api/types";

/**
 * What is left of the plan; undefined while unknown, where it cannot be read, and for ever where
 * nothing is metered (billing mode `off`).
 */
export function useBillingSummary(): BillingSummary | undefined {
  const site = useQuery(siteQuery);
  const isMetered = site.data !== undefined && site.data.billingMode !== "off";
  const billing = useQuery({ ...billingSummaryQuery, enabled: isMetered });
  return isMetered ? billing.data : undefined;
}
