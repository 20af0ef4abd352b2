/** Talk time over time and per question, for the charts. */
import type { SpokenSegment } from "./talk-time";

export interface TalkSeconds {
  candidateSeconds: number;
  interviewerSeconds: number;
}

export interface TimeSlice extends TalkSeconds {
  /** Start of the slice, in minutes since the first line. */
  startMinutes: number;
}

export interface QuestionTalk extends TalkSeconds {
  /** 1, 2, … in the order of the interview. */
  number: number;
  /** What the interviewer said at the start of the exchange. */
  question: string;
}

const MAX_SLICES = 20;
const SLICE_SECONDS = [30, 60, 120, 300, 600, 900, 1800, 3600] as const;
/** Fewer words are a remark ('Right, I see.') and open no new exchange, unless they ask something. */
const MIN_QUESTION_WORDS = 4;

const noTalk = (): TalkSeconds => ({ candidateSeconds: 0, interviewerSeconds: 0 });

function addTalk(talk: TalkSeconds, speaker: SpokenSegment["speaker"], seconds: number): void {
  if (speaker === "candidate") talk.candidateSeconds += seconds;
  else talk.interviewerSeconds += seconds;
}

function measureSeconds({ startSeconds, endSeconds }: SpokenSegment): number {
  return Math.max(0, endSeconds - startSeconds);
}

/** Talk time in slices of equal length, at most 20; empty if no times are known. */
export function talkTimeOverTime(segments: readonly SpokenSegment[]): TimeSlice[] {
  let start = Infinity;
  let end = -Infinity;
  for (const segment of segments) {
    start = Math.min(start, segment.startSeconds);
    end = Math.max(end, segment.endSeconds);
  }
  const span = end - start;
  if (!Number.isFinite(span) || span <= 0) return [];
  const width =
    SLICE_SECONDS.find((seconds) => span <= seconds * MAX_SLICES) ?? Math.ceil(span / MAX_SLICES);
  const slices = Array.from({ length: Math.ceil(span / width) }, (_, index) => ({
    startMinutes: (index * width) / 60,
    ...noTalk(),
  }));
  for (const segment of segments) {
    const from = segment.startSeconds - start;
    const to = from + measureSeconds(segment);
    for (let index = Math.floor(from / width); index * width < to; index += 1) {
      const slice = slices[index];
      if (!slice) break;
      const overlap = Math.min(to, (index + 1) * width) - Math.max(from, index * width);
      addTalk(slice, segment.speaker, Math.max(0, overlap));
    }
  }
  return slices;
}

function isQuestion(text: string): boolean {
  return text.includes("?") || text.trim().split(/\s+/u).length >= MIN_QUESTION_WORDS;
}

/** Talk time of each exchange: a question and its answer. Empty if no times are known. */
export function talkTimePerQuestion(segments: readonly SpokenSegment[]): QuestionTalk[] {
  const exchanges: QuestionTalk[] = [];
  let isAnswered = true;
  for (const segment of segments) {
    const current = exchanges.at(-1);
    const isInterviewer = segment.speaker === "interviewer";
    if (isInterviewer && isAnswered && isQuestion(segment.text)) {
      exchanges.push({ number: exchanges.length + 1, question: segment.text, ...noTalk() });
      isAnswered = false;
    } else if (isInterviewer && !isAnswered && current) {
      current.question += ` ${segment.text}`;
    } else if (!isInterviewer) {
      isAnswered = true;
    }
    const exchange = exchanges.at(-1);
    if (exchange) addTalk(exchange, segment.speaker, measureSeconds(segment));
  }
  const isTimed = exchanges.some(
    ({ candidateSeconds, interviewerSeconds }) => candidateSeconds + interviewerSeconds > 0,
  );
  return isTimed ? exchanges : [];
}
