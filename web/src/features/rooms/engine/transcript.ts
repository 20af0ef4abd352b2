/** Transcript as the room shows it: stored lines in order, with live lines below. */
import type { AudioGap, Role, TranscriptUpdate } from "./protocol";

/** Notices that the room itself adds between lines; their texts are translations. */
export type SystemNotice = "active" | "error" | "gap";

export interface TranscriptLine {
  /** Stays the same when an interim becomes final, so that the rendered line is kept. */
  readonly key: string;
  readonly role: Role | "system";
  /** Empty for a system line. */
  readonly text: string;
  /** Null for a spoken line. */
  readonly notice: SystemNotice | null;
  readonly timestamp: string;
  /** Null for a system line. */
  readonly origin: TranscriptUpdate["origin"] | null;
  readonly final: boolean;
  /** Position among the stored segments (1, 2, …); null for interims and system lines. */
  readonly sequence: number | null;
  readonly startSeconds: number | null;
  /** Sound that is missing, for a line that marks a gap; 0 for others. */
  readonly lostSeconds: number;
  /** Words that may be misheard. */
  readonly marks: TranscriptUpdate["marks"];
}

export interface Transcript {
  /** Stored segments by sequence, with system lines where they occurred. */
  readonly finals: readonly TranscriptLine[];
  /** Speech in progress: at most one line per utterance, always below the finals. */
  readonly interims: readonly TranscriptLine[];
  readonly segmentIds: ReadonlySet<string>;
  /** Ended utterances, which a late interim must not bring back. */
  readonly closedUtterances: ReadonlySet<string>;
}

export const emptyTranscript: Transcript = {
  finals: [],
  interims: [],
  segmentIds: new Set(),
  closedUtterances: new Set(),
};

/**
 * Applies one `transcript-update`. Repeats and replays in any order are safe. A stored line that comes again
 * with another text was revised by the server.
 */
export function applyUpdate(transcript: Transcript, update: TranscriptUpdate): Transcript {
  return update.final ? applyFinal(transcript, update) : applyInterim(transcript, update);
}

function applyInterim(transcript: Transcript, update: TranscriptUpdate): Transcript {
  const { utteranceId } = update;
  if (transcript.closedUtterances.has(utteranceId)) return transcript;
  if (update.text.trim() === "") {
    const interims = transcript.interims.filter((line) => line.key !== utteranceId);
    return interims.length === transcript.interims.length
      ? transcript
      : { ...transcript, interims };
  }
  const line = buildLine(update, utteranceId);
  const known = transcript.interims.some((interim) => interim.key === utteranceId);
  return {
    ...transcript,
    interims: known
      ? transcript.interims.map((interim) => (interim.key === utteranceId ? line : interim))
      : [...transcript.interims, line],
  };
}

function applyFinal(transcript: Transcript, update: TranscriptUpdate): Transcript {
  const { utteranceId } = update;
  if (transcript.segmentIds.has(update.id)) return reviseFinal(transcript, update);
  // A long utterance may be stored in several segments; only the first keeps the utterance's key.
  const key = transcript.closedUtterances.has(utteranceId) ? update.id : utteranceId;
  const line = buildLine(update, key);
  return {
    finals: insertBySequence(transcript.finals, line),
    interims: transcript.interims.filter((interim) => interim.key !== utteranceId),
    segmentIds: new Set(transcript.segmentIds).add(update.id),
    closedUtterances: new Set(transcript.closedUtterances).add(utteranceId),
  };
}

function reviseFinal(transcript: Transcript, update: TranscriptUpdate): Transcript {
  const text = update.text.trim();
  const revised = transcript.finals.find(
    (line) => line.sequence !== null && line.sequence === update.sequence && line.text !== text,
  );
  if (!revised) return transcript;
  return {
    ...transcript,
    finals: transcript.finals.map((line) =>
      line === revised ? { ...line, text, marks: update.marks } : line,
    ),
  };
}

function insertBySequence(
  lines: readonly TranscriptLine[],
  line: TranscriptLine,
): readonly TranscriptLine[] {
  const { sequence } = line;
  if (sequence === null) return [...lines, line];
  const later = lines.findIndex((other) => other.sequence !== null && other.sequence > sequence);
  return later === -1 ? [...lines, line] : [...lines.slice(0, later), line, ...lines.slice(later)];
}

/** Replaces the stored segments, because some were removed. Speech in progress stays. */
export function resetSegments(
  transcript: Transcript,
  updates: readonly TranscriptUpdate[],
): Transcript {
  const kept = new Set(updates.map(({ utteranceId }) => utteranceId));
  const stored = transcript.finals.filter(({ sequence }) => sequence !== null);
  const removed = new Set(stored.map(({ key }) => key).filter((key) => !kept.has(key)));
  const system = transcript.finals.filter(({ sequence }) => sequence === null);
  const start: Transcript = {
    finals: system,
    interims: transcript.interims,
    segmentIds: new Set(),
    closedUtterances: new Set(
      [...transcript.closedUtterances].filter((id) => !kept.has(id) && !removed.has(id)),
    ),
  };
  return updates.reduce(applyUpdate, start);
}

export function addSystemLine(
  transcript: Transcript,
  notice: SystemNotice,
  timestamp: string,
): Transcript {
  const last = transcript.finals.at(-1);
  if (last?.notice === notice) return transcript;
  const count = transcript.finals.filter((line) => line.role === "system").length;
  const line: TranscriptLine = {
    key: `system-${String(count)}`,
    role: "system",
    text: "",
    notice,
    timestamp,
    origin: null,
    final: true,
    sequence: null,
    startSeconds: null,
    lostSeconds: 0,
    marks: [],
  };
  return { ...transcript, finals: [...transcript.finals, line] };
}

/** Marks where the sound of one side is missing, in its place in time. A gap that grew replaces its mark. */
export function applyGap(transcript: Transcript, gap: AudioGap): Transcript {
  const line: TranscriptLine = {
    key: `gap-${gap.id}`,
    role: gap.role,
    text: "",
    notice: "gap",
    timestamp: "",
    origin: null,
    final: true,
    sequence: null,
    startSeconds: gap.startSeconds,
    lostSeconds: gap.lostSeconds,
    marks: [],
  };
  const { finals } = transcript;
  if (finals.some(({ key }) => key === line.key)) {
    return {
      ...transcript,
      finals: finals.map((other) => (other.key === line.key ? line : other)),
    };
  }
  const later = finals.findIndex(({ startSeconds }) => (startSeconds ?? -1) > gap.startSeconds);
  const place = later === -1 ? finals.length : later;
  return { ...transcript, finals: [...finals.slice(0, place), line, ...finals.slice(place)] };
}

/** The highest sequence up to which nothing is missing; a replay starts after it. */
export function lastContiguousSequence(transcript: Transcript): number {
  let last = 0;
  for (const line of transcript.finals) {
    if (line.sequence === last + 1) last = line.sequence;
  }
  return last;
}

export function visibleLines(transcript: Transcript): readonly TranscriptLine[] {
  return [...transcript.finals, ...transcript.interims];
}

function buildLine(update: TranscriptUpdate, key: string): TranscriptLine {
  return {
    key,
    role: update.role,
    text: update.text.trim(),
    notice: null,
    timestamp: update.timestamp,
    origin: update.origin,
    final: update.final,
    sequence: update.final ? update.sequence : null,
    startSeconds: update.startSeconds,
    lostSeconds: 0,
    marks: update.marks,
  };
}
