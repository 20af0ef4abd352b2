/** Event that an interview was created, for the other tabs of this browser. */
import type { QueryClient } from "@tanstack/react-query";

const CHANNEL = "greenroom-interview-created";

/** Notifies the other tabs of a new interview. */
export function announceInterviewCreated(interviewId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(interviewId);
  channel.close();
}

/** Loads interview lists again when another tab has created an interview. Returns how to stop. */
export function watchInterviewCreated(client: QueryClient, listKey: readonly string[]): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => void client.invalidateQueries({ queryKey: listKey });
  return () => channel.close();
}
