/** Query and export of security events. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { downloadFile } from "@/api/download";

import type { EventFilters } from "../lib/event-filters";

const LIMIT = 50;

export function securityEventsQuery(filters: EventFilters) {
  return queryOptions({
    queryKey: ["admin", "security-events", filters],
    queryFn: ({ signal }) =>
      api.get("/api/admin/security-events", { query: { ...filters, limit: LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All events that meet the filters, as CSV. */
export function downloadEvents({ search, type, outcome }: EventFilters) {
  return downloadFile("/api/admin/security-events/export.csv", {
    query: { search, type, outcome },
  });
}
