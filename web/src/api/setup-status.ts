import { api } from "./client";
import type { Data } from "./types";

/** Whether the first admin is still to be made. */
export async function readSetupRequired(signal?: AbortSignal): Promise<boolean> {
  const answer = await api.get<Data<{ required: boolean }>>("/api/setup", {
    signal,
    keepSession: true,
  });
  return answer.data.required;
}
