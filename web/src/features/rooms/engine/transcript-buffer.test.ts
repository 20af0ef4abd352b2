/** Tests of the buffer of typed transcript lines. */
import { describe, expect, it } from "vitest";

import {
  FLUSH_MS,
  RETRY_MS,
  TranscriptBuffer,
  type BufferedLine,
  type BufferState,
} from "./transcript-buffer";

const line = (id: string, text = id): BufferedLine => ({
  _id: id,
  speaker: "interviewer",
  text,
  timestamp: "2026-01-01T10:00:00Z",
});

function setUp(...failures: ("temporary" | "refused")[]) {
  const tasks: { task: () => void; ms: number }[] = [];
  const sent: string[][] = [];
  const states: BufferState[] = [];
  const buffer = new TranscriptBuffer({
    send: (lines) => {
      sent.push(lines.map(({ _id }) => _id));
      const failure = failures.shift();
      return failure ? Promise.reject(new Error(failure)) : Promise.resolve();
    },
    isTemporary: (error) => (error as Error).message === "temporary",
    onChange: (state) => states.push(state),
    schedule: (task, ms) => tasks.push({ task, ms }),
  });
  const next = async () => {
    const planned = tasks.shift();
    planned?.task();
    // The promise of `send` settles within a few turns.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    return planned?.ms;
  };
  return { buffer, sent, states, tasks, next };
}

describe("TranscriptBuffer", () => {
  it("sends the lines of five seconds together, without blank ones", async () => {
    const { buffer, sent, next, tasks } = setUp();
    buffer.add(line("a"));
    buffer.add(line("b", "  "));
    buffer.add(line("c"));
    expect(await next()).toBe(FLUSH_MS);
    expect(sent).toEqual([["a", "c"]]);
    expect(tasks).toEqual([]);
  });

  it("puts failed lines back in front and tries three more times, 3 s apart", async () => {
    const { buffer, sent, next, states, tasks } = setUp(
      "temporary",
      "temporary",
      "temporary",
      "temporary",
    );
    buffer.add(line("a"));
    expect(await next()).toBe(FLUSH_MS);
    for (let retry = 0; retry < 3; retry += 1) expect(await next()).toBe(RETRY_MS);
    expect(sent).toEqual([["a"], ["a"], ["a"], ["a"]]);
    expect(tasks).toEqual([]);
    expect(states.at(-1)).toMatchObject({ waiting: 1, error: new Error("temporary") });
    buffer.add(line("b"));
    await next();
    expect(sent.at(-1)).toEqual(["a", "b"]);
    expect(states.at(-1)).toEqual({ waiting: 0, error: null, refused: [] });
  });

  it("does not repeat a refusal", async () => {
    const { buffer, sent, next, states, tasks } = setUp("refused");
    buffer.add(line("a"));
    await next();
    expect(sent).toHaveLength(1);
    expect(tasks).toEqual([]);
    expect(states.at(-1)).toEqual({
      waiting: 0,
      error: new Error("refused"),
      refused: [line("a")],
    });
  });

  it("sends at once when the page closes", async () => {
    const { buffer, sent } = setUp();
    buffer.add(line("a"));
    await buffer.flush();
    expect(sent).toEqual([["a"]]);
  });
});
