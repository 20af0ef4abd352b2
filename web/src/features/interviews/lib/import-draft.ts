/**
 * Draft of an imported interview: roles of the speakers, and details that the file does not
 * contain.
 */
import type { ImportDetails, SpeakerRole, TranscriptPreview } from "../api/import-interview";

/** What the recruiter says about the interview. */
export interface InterviewFacts {
  candidateName: string;
  position: string;
  /** Local time as `datetime-local` inputs write it. */
  heldAt: string;
}

export interface ImportDraft extends InterviewFacts {
  /** Stays the same when the import is tried again, so that it makes one interview. */
  importId: string;
  roles: Record<string, SpeakerRole>;
}

const DEFAULT_NAMES = /^(candidate|interviewee|applicant|speaker)\b/iu;

export function startDraft(
  preview: TranscriptPreview,
  file: Pick<File, "lastModified">,
  importId: string,
  now: Date,
): ImportDraft {
  const roles = Object.fromEntries(
    preview.speakers.map(({ name, suggestedRole }) => [name, suggestedRole]),
  );
  const candidate = preview.speakers.find(({ suggestedRole }) => suggestedRole === "candidate");
  return {
    importId,
    roles,
    candidateName: candidate && !DEFAULT_NAMES.test(candidate.name) ? candidate.name : "",
    position: "",
    heldAt: guessHeldAt(file, now),
  };
}

/** When the file was last changed. */
export function guessHeldAt(file: Pick<File, "lastModified">, now: Date): string {
  return toLocalInput(new Date(Math.min(file.lastModified, now.getTime())));
}

export type FactsProblem = "name" | "time" | "future";
type DraftProblem = "roles" | FactsProblem;

/** The first thing that keeps the draft from being imported; null if nothing does. */
export function findProblem(draft: ImportDraft, now: Date): DraftProblem | null {
  const roles = new Set(Object.values(draft.roles));
  if (!roles.has("interviewer") || !roles.has("candidate")) return "roles";
  return findFactsProblem(draft, now);
}

export function findFactsProblem(draft: InterviewFacts, now: Date): FactsProblem | null {
  if (draft.candidateName.trim() === "") return "name";
  const heldAt = new Date(draft.heldAt);
  if (Number.isNaN(heldAt.getTime())) return "time";
  return heldAt > now ? "future" : null;
}

export function toDetails(draft: ImportDraft): ImportDetails {
  return {
    ...draft,
    candidateName: draft.candidateName.trim(),
    position: draft.position.trim(),
    heldAt: new Date(draft.heldAt).toISOString(),
  };
}

function toLocalInput(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
