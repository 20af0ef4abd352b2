/** Dismissal of the completed checklist, in local storage. */
import { readStored, writeStored } from "@/lib/local-storage";

const buildKey = (interviewId: string) => `greenroom.checklist-done.${interviewId}`;

/** Whether the completed checklist of an interview was dismissed in this browser. */
export function isChecklistDismissed(interviewId: string): boolean {
  return readStored(buildKey(interviewId)) !== null;
}

export function dismissChecklist(interviewId: string): void {
  writeStored(buildKey(interviewId), "1");
}
