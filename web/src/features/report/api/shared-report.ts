/** Query for the report that a link shows. It carries no sign-in. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

export type SharedReport = Schemas["SharedReportView"];

export function sharedReportQuery(reportToken: string) {
  return queryOptions({
    queryKey: ["shared-report", reportToken],
    queryFn: async ({ signal }): Promise<SharedReport> =>
      (
        await api.get("/api/shared-reports/{report_token}", {
          params: { report_token: reportToken },
          asCandidate: true,
          signal,
        })
      ).data,
  });
}
