import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Page, Success } from "@/api/types";

import type { DemoRequest } from "./types";

const KEY = ["admin", "demo-requests"] as const;
const LIMIT = 20;

export function demoRequestsQuery(page: number) {
  return queryOptions({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) =>
      api.get<Page<DemoRequest>>("/api/admin/demo-requests", {
        query: { page, limit: LIMIT },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useDeleteDemoRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.delete<Success>(`/api/admin/demo-requests/${encodeURIComponent(id)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
