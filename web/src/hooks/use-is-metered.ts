/** Whether plans and credits are shown. */
import { useQuery } from "@tanstack/react-query";

import { siteQuery } from "@/api/site";

/** False in billing mode `off`, where nothing about plans is shown; true while the mode is unknown. */
export function useIsMetered(): boolean {
  return useQuery(siteQuery).data?.billingMode !== "off";
}
