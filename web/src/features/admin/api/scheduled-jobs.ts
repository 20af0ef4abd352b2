/** Queries for scheduled jobs and their runs, and starting a run or a dry run. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";

const RUNS_LIMIT = 50;
const WHILE_RUNNING_MS = 3000;

export const jobRegistryQuery = queryOptions({
  queryKey: ["admin", "jobs", "registry"],
  queryFn: async ({ signal }) => (await api.get("/api/jobs/registry", { signal })).data,
});

export const jobRunsQuery = queryOptions({
  queryKey: ["admin", "jobs", "runs"],
  queryFn: async ({ signal }) =>
    (await api.get("/api/jobs", { query: { limit: RUNS_LIMIT }, signal })).data,
  refetchInterval: (query) =>
    query.state.data?.some((run) => run.status === "running") ? WHILE_RUNNING_MS : false,
});

export function useRunJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, dryRun }: { key: string; dryRun: boolean }) =>
      api.post("/api/jobs/{key}/run", { params: { key }, body: { dryRun } }),
    // Also after a refusal: the job is then running already, and the list shows it.
    onSettled: () => client.invalidateQueries({ queryKey: jobRunsQuery.queryKey }),
  });
}
