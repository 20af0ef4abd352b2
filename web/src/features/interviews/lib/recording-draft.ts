/** Draft of an interview that is imported from its recording. */
import type { RecordingImport, RecordingImportDetails } from "../api/recording-imports";
import { findFactsProblem, type FactsProblem, type InterviewFacts } from "./import-draft";

/** Kinds of audio files that the server decodes. */
export const AUDIO_ACCEPT = ".wav,.flac,.ogg,.oga,.opus,.mp3";
/** Kinds that people will try: the server explains why it refuses them. */
const OTHER_AUDIO = [".m4a", ".aac", ".mp4", ".webm", ".wma", ".mov", ".mkv"];

export interface RecordingDraft extends InterviewFacts {
  interviewerVoice: 0 | 1;
  language: string;
  hasConsent: boolean;
  keepsRecording: boolean;
}

export function isRecording({ name, type }: Pick<File, "name" | "type">): boolean {
  const lower = name.toLowerCase();
  return (
    /^(audio|video)\//u.test(type) ||
    [...AUDIO_ACCEPT.split(","), ...OTHER_AUDIO].some((end) => lower.endsWith(end))
  );
}

export function findRecordingProblem(
  draft: RecordingDraft,
  now: Date,
): FactsProblem | "consent" | null {
  return findFactsProblem(draft, now) ?? (draft.hasConsent ? null : "consent");
}

export function toRecordingDetails(draft: RecordingDraft): RecordingImportDetails {
  return {
    interviewerVoice: draft.interviewerVoice,
    candidateName: draft.candidateName.trim(),
    position: draft.position.trim(),
    heldAt: new Date(draft.heldAt).toISOString(),
    language: draft.language,
    consentConfirmed: true,
    keepRecording: draft.keepsRecording,
  };
}

/** Files of an import as one text: their names. */
export const nameFiles = ({ files }: Pick<RecordingImport, "files">) =>
  files.map(({ name }) => name).join(", ");
