/** Query and deletion of demo requests. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

const KEY = ["admin", "demo-requests"] as const;
const LIMIT = 20;

export function demoRequestsQuery(page: number) {
  return queryOptions({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) =>
      api.get("/api/admin/demo-requests", { query: { page, limit: LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useDeleteDemoRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.delete("/api/admin/demo-requests/{request_id}", { params: { request_id: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
