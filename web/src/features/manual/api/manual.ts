/** Documentation that ships with the product. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Schemas } from "@/api/types";

export type ManualEntry = Schemas["ManualEntry"];

export const manualListQuery = queryOptions({
  queryKey: ["manual"],
  queryFn: async ({ signal }) => (await api.get("/api/manual", { signal })).data,
  staleTime: Infinity,
});

export const manualQuery = (name: string) =>
  queryOptions({
    queryKey: ["manual", name],
    queryFn: async ({ signal }) =>
      (await api.get("/api/manual/{manual_name}", { params: { manual_name: name }, signal })).data,
    staleTime: Infinity,
  });
