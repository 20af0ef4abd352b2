/** Whether the server still needs its first administrator. */
import { api } from "./client";

/** Whether the first administrator has yet to be created. */
export async function readSetupRequired(signal?: AbortSignal): Promise<boolean> {
  const { data } = await api.get("/api/setup", { signal, keepSession: true });
  return data.required;
}
