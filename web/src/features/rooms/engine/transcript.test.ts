/** Tests of the live transcript. */
import { describe, expect, it } from "vitest";

import type { TranscriptUpdate } from "./protocol";
import {
  addSystemLine,
  applyUpdate,
  emptyTranscript,
  lastContiguousSequence,
  resetSegments,
  visibleLines,
  type Transcript,
} from "./transcript";

function update(part: Partial<TranscriptUpdate>): TranscriptUpdate {
  const id = part.id ?? "u1";
  return {
    id,
    utteranceId: id,
    source: "whisper",
    origin: "live",
    sequence: null,
    startSeconds: 0,
    endSeconds: 1,
    marks: [],
    role: "candidate",
    text: "Hello",
    timestamp: "2026-01-01T10:00:00Z",
    final: false,
    ...part,
  };
}

function final(sequence: number, part: Partial<TranscriptUpdate> = {}): TranscriptUpdate {
  const number = String(sequence);
  return update({
    id: `s${number}`,
    utteranceId: `u${number}`,
    final: true,
    sequence,
    text: `Line ${number}`,
    ...part,
  });
}

const apply = (...updates: TranscriptUpdate[]) => updates.reduce(applyUpdate, emptyTranscript);
const texts = (transcript: Transcript) =>
  visibleLines(transcript).map((line) => line.notice ?? line.text);

describe("applyUpdate", () => {
  it("replaces an interim by the next one of the same utterance", () => {
    expect(texts(apply(update({ text: "I" }), update({ text: "I led" })))).toEqual(["I led"]);
  });

  it("replaces the interims by the final under the same key", () => {
    const interim = apply(update({ id: "u1", text: "I led" }));
    const done = applyUpdate(interim, final(1, { text: "I led a team." }));
    expect(texts(done)).toEqual(["I led a team."]);
    expect(visibleLines(done)[0]?.key).toBe(visibleLines(interim)[0]?.key);
  });

  it("keeps the marks of a final", () => {
    expect(visibleLines(apply(final(1, { marks: [{ index: 1, heard: null }] })))[0]?.marks).toEqual(
      [{ index: 1, heard: null }],
    );
  });

  it("ignores an interim that arrives after its final", () => {
    expect(texts(apply(final(1), update({ id: "u1", text: "late" })))).toEqual(["Line 1"]);
  });

  it("withdraws a dropped utterance by an interim with empty text", () => {
    expect(texts(apply(update({ text: "Thanks for watching" }), update({ text: "" })))).toEqual([]);
  });

  it("adds each segment once, even when it is replayed", () => {
    expect(texts(apply(final(1), final(2), final(1), final(2)))).toEqual(["Line 1", "Line 2"]);
  });

  it("replaces the text of a line that the server revised, in its place", () => {
    const shown = apply(final(1), final(2), final(3));
    const marks = [{ index: 0, heard: null }];
    const revised = applyUpdate(shown, final(2, { text: "Line two", marks }));
    expect(texts(revised)).toEqual(["Line 1", "Line two", "Line 3"]);
    expect(visibleLines(revised)[1]).toMatchObject({ key: visibleLines(shown)[1]?.key, marks });
    expect(applyUpdate(revised, final(2, { text: "Line two", marks }))).toBe(revised);
  });

  it("orders finals by sequence, whatever the order of arrival", () => {
    expect(texts(apply(final(1), final(3), final(2)))).toEqual(["Line 1", "Line 2", "Line 3"]);
  });

  it("keeps interims below finals", () => {
    expect(texts(apply(update({ id: "u9", text: "and then" }), final(1)))).toEqual([
      "Line 1",
      "and then",
    ]);
  });

  it("keeps both speakers apart when they speak at once", () => {
    const both = apply(
      update({ id: "a", role: "recruiter", text: "So" }),
      update({ id: "b", text: "Yes" }),
    );
    expect(visibleLines(both).map((line) => line.role)).toEqual(["recruiter", "candidate"]);
  });

  it("shows all segments of one utterance, under different keys", () => {
    const transcript = apply(final(1, { utteranceId: "long" }), final(2, { utteranceId: "long" }));
    expect(texts(transcript)).toEqual(["Line 1", "Line 2"]);
    expect(new Set(visibleLines(transcript).map((line) => line.key)).size).toBe(2);
  });

  it("returns the same object when nothing changed", () => {
    const transcript = apply(final(1));
    expect(applyUpdate(transcript, final(1))).toBe(transcript);
  });
});

describe("lastContiguousSequence", () => {
  it("is 0 before the first segment", () => {
    expect(lastContiguousSequence(emptyTranscript)).toBe(0);
  });

  it("stops before a gap", () => {
    expect(lastContiguousSequence(apply(final(1), final(2), final(4)))).toBe(2);
  });
});

describe("addSystemLine", () => {
  it("appears where it occurred and is not repeated", () => {
    let transcript = addSystemLine(apply(final(1)), "active", "");
    transcript = addSystemLine(transcript, "active", "");
    transcript = applyUpdate(transcript, final(2));
    expect(texts(transcript)).toEqual(["Line 1", "active", "Line 2"]);
  });
});

describe("resetSegments", () => {
  it("removes lines, keeps notices and speech in progress, and takes a removed line again", () => {
    let transcript = addSystemLine(emptyTranscript, "active", "");
    for (const sequence of [1, 2]) transcript = applyUpdate(transcript, final(sequence));
    transcript = applyUpdate(transcript, update({ id: "live", text: "And then" }));
    transcript = resetSegments(transcript, [final(2)]);
    expect(visibleLines(transcript).map((line) => line.notice ?? line.text)).toEqual([
      "active",
      "Line 2",
      "And then",
    ]);
    transcript = applyUpdate(transcript, final(1));
    expect(visibleLines(transcript).map((line) => line.text)).toContain("Line 1");
  });
});
