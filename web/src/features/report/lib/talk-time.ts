/** Talk-time split between candidate and interviewer. */
export interface SpokenSegment {
  speaker: "interviewer" | "candidate";
  text: string;
  startSeconds: number;
  endSeconds: number;
}

export interface TalkTime {
  candidatePercent: number;
  interviewerPercent: number;
  /** Unit of the shares: seconds of speech, or characters if no times are known. */
  measuredBy: "time" | "text";
}

/** Whole percentages that add up to 100; null if nothing was said. */
export function talkTime(segments: readonly SpokenSegment[]): TalkTime | null {
  const seconds = { interviewer: 0, candidate: 0 };
  const characters = { interviewer: 0, candidate: 0 };
  for (const segment of segments) {
    seconds[segment.speaker] += Math.max(0, segment.endSeconds - segment.startSeconds);
    characters[segment.speaker] += segment.text.trim().length;
  }
  const isTimed = seconds.interviewer + seconds.candidate > 0;
  const amounts = isTimed ? seconds : characters;
  const total = amounts.interviewer + amounts.candidate;
  if (total <= 0) return null;
  const candidatePercent = Math.round((amounts.candidate / total) * 100);
  return {
    candidatePercent,
    interviewerPercent: 100 - candidatePercent,
    measuredBy: isTimed ? "time" : "text",
  };
}

/** A part of the bar has a label only if it is wider than 15 %. */
export function hasBarLabel(percent: number): boolean {
  return percent > 15;
}

/** Warns if the candidate spoke more than 70 % or less than 30 % of the time. */
export function talkTimeInsight(candidatePercent: number): "tooMuch" | "tooLittle" | null {
  if (candidatePercent > 70) return "tooMuch";
  return candidatePercent < 30 ? "tooLittle" : null;
}
