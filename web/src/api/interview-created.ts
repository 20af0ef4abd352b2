/** Event that an interview was created, for the other tabs of this browser. */
import type { QueryClient } from "@tanstack/react-query";

/** Key prefix of all interview list queries. */
export const INTERVIEW_LISTS = ["interviews", "list"] as const;

const CHANNEL = "greenroom-interview-created";

/** Notifies the other tabs of a new interview. */
export function announceInterviewCreated(interviewId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(interviewId);
  channel.close();
}

/** Loads interview lists again when another tab has created an interview. Returns how to stop. */
export function watchInterviewCreated(client: QueryClient): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => void client.invalidateQueries({ queryKey: INTERVIEW_LISTS });
  return () => channel.close();
}
