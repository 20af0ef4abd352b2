/** Sample interview for tests. */
import type { Interview } from "@/api/types";

/** A draft interview as returned by the server, with overrides. */
export function anInterview(part: Partial<Interview> = {}): Interview {
  return {
    _id: "i1",
    sessionId: "s1",
    roomId: "r1",
    title: "New Interview",
    position: "",
    candidateName: "Unnamed Candidate",
    candidateEmail: null,
    recruiterEmail: null,
    recruiterName: "Alice",
    status: "draft",
    origin: "held",
    scheduledDate: null,
    scheduledDuration: null,
    scheduledTimezone: null,
    duration: null,
    candidateProfileId: null,
    jobDescriptionId: null,
    recruiterToken: "rt",
    candidateToken: "ct",
    liveNotes: "",
    finalNotes: "",
    consentGiven: false,
    isRecorded: false,
    consentedToRecording: false,
    startedAt: null,
    completedAt: null,
    elapsedSeconds: 0,
    billedMinutes: null,
    billedCredits: null,
    finalizedAt: null,
    language: "en",
    reportLanguage: null,
    createdAt: "2026-11-01T09:00:00Z",
    updatedAt: "2026-11-01T09:00:00Z",
    ...part,
  };
}
