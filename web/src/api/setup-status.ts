/** Whether the server still needs its first administrator. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "./client";

/** Whether the first administrator has yet to be created. */
export async function readSetupRequired(signal?: AbortSignal): Promise<boolean> {
  const { data } = await api.get("/api/setup", { signal, keepSession: true });
  return data.required;
}

/** For pages that also work without the answer, even while the server cannot be reached. */
export const setupRequiredQuery = queryOptions({
  queryKey: ["setup", "required"],
  queryFn: ({ signal }) => readSetupRequired(signal),
  retry: false,
  staleTime: Infinity,
});
