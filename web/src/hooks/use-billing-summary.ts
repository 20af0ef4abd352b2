/** Remaining allowance of the plan; undefined while loading, on failure, and if usage is not metered. */
import { useQuery } from "@tanstack/react-query";

import { billingSummaryQuery } from "@/api/current-user";
import { siteQuery } from "@/api/site";
import type { BillingSummary } from "@/api/types";

export function useBillingSummary(): BillingSummary | undefined {
  const site = useQuery(siteQuery);
  const isMetered = site.data !== undefined && site.data.billingMode !== "off";
  const billing = useQuery({ ...billingSummaryQuery, enabled: isMetered });
  return isMetered ? billing.data : undefined;
}
