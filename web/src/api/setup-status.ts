import { api } from "./client";

/** Whether the first admin is still to be made. */
export async function readSetupRequired(signal?: AbortSignal): Promise<boolean> {
  const { data } = await api.get("/api/setup", { signal, keepSession: true });
  return data.required;
}
