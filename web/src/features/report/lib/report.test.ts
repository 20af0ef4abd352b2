/** Tests of scores, talk time, durations and transcript of a report. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import type { Segment } from "../api/types";
import { formatDuration, interviewMinutes } from "./duration";
import { scoreBand, scoreBarPercent } from "./scores";
import { hasBarLabel, talkTime, talkTimeInsight } from "./talk-time";
import { transcriptAsText, transcriptRows } from "./transcript-text";

const t = i18next.getFixedT("en", "report");

const line = (
  speaker: "interviewer" | "candidate",
  startSeconds: number,
  endSeconds: number,
  text = "Yes.",
  origin: Segment["origin"] = "live",
) => ({
  speaker,
  startSeconds,
  endSeconds,
  text,
  origin,
});

describe("scores", () => {
  it.each([
    [10, "green"],
    [8, "green"],
    [7.9, "yellow"],
    [6, "yellow"],
    [5.9, "orange"],
    [4, "orange"],
    [3.9, "red"],
  ])("rates %d as %s", (score, band) => {
    expect(scoreBand(score)).toBe(band);
  });

  it("draw ten percent per point", () => {
    expect(scoreBarPercent(7.3)).toBeCloseTo(73);
  });
});

describe("talk time", () => {
  it("counts seconds of speech", () => {
    expect(talkTime([line("interviewer", 0, 10), line("candidate", 10, 40)])).toEqual({
      candidatePercent: 75,
      interviewerPercent: 25,
      measuredBy: "time",
    });
  });

  it("counts characters if times are unknown", () => {
    const split = talkTime([line("interviewer", 0, 0, "abc"), line("candidate", 0, 0, "abc")]);
    expect(split).toEqual({ candidatePercent: 50, interviewerPercent: 50, measuredBy: "text" });
  });

  it("is empty without speech", () => {
    expect(talkTime([])).toBeNull();
  });

  it("labels a share only above 15 percent", () => {
    expect(hasBarLabel(15)).toBe(false);
    expect(hasBarLabel(16)).toBe(true);
  });

  it("warns above 70 and below 30 percent", () => {
    expect(talkTimeInsight(70)).toBeNull();
    expect(talkTimeInsight(30)).toBeNull();
    expect(talkTimeInsight(71)).toBe("tooMuch");
    expect(talkTimeInsight(29)).toBe("tooLittle");
  });
});

describe("duration", () => {
  it.each([
    [0, "0m"],
    [42.4, "42m"],
    [60, "1h 0m"],
    [59.6, "1h 0m"],
    [125, "2h 5m"],
  ])("writes %d minutes as %s", (minutes, text) => {
    expect(formatDuration(t, minutes)).toBe(text);
  });

  it("prefers billed minutes over the span of the transcript", () => {
    const segments = [line("interviewer", 30, 40), line("candidate", 100, 150)];
    expect(interviewMinutes(12.5, segments)).toBe(12.5);
    expect(interviewMinutes(null, segments)).toBe(2);
    expect(interviewMinutes(null, [])).toBeNull();
  });
});

describe("transcript", () => {
  it("puts a time header at the start and after a gap of a minute", () => {
    const rows = transcriptRows([
      line("interviewer", 0, 10),
      line("candidate", 69, 80),
      line("interviewer", 140, 150),
    ]);
    expect(rows.map((row) => row.hasTimeHeader)).toEqual([true, false, true]);
  });

  it("is copied as one line per segment", () => {
    expect(
      transcriptAsText(t, [line("interviewer", 0, 1, "Why?"), line("candidate", 1, 2, "Because.")]),
    ).toBe("Interviewer: Why?\nCandidate: Because.");
  });

  it("is copied with the marks of lines that the server did not transcribe", () => {
    const lines = (["client", "import", "demo"] as const).map((origin) =>
      line("candidate", 0, 1, "Yes.", origin),
    );
    expect(transcriptAsText(t, lines)).toBe(
      "Candidate (imported): Yes.\nCandidate (imported): Yes.\nCandidate (demo): Yes.",
    );
  });
});
