/** Tests of the delivery of audio frames. */
import { describe, expect, it } from "vitest";

import { FRAME_BYTES } from "./audio-format";
import { AudioUplink } from "./audio-uplink";
import type { FrameReceived } from "./protocol";

interface Sent {
  sequence: number;
  firstByte: number;
  isLost: boolean;
  resolve: (ack: FrameReceived) => void;
  reject: (error: Error) => void;
}

function frame(mark: number): ArrayBuffer {
  const bytes = new Uint8Array(FRAME_BYTES);
  bytes[0] = mark;
  return bytes.buffer;
}

function setUp(options: { windowFrames?: number; bufferFrames?: number } = {}) {
  const sent: Sent[] = [];
  const stalls: unknown[] = [];
  const clock = { nowMs: 0, tasks: [] as (() => void)[] };
  const uplink = new AudioUplink({
    send: (sequence, { pcm, isLost }) =>
      new Promise((resolve, reject) => {
        sent.push({ sequence, firstByte: new Uint8Array(pcm)[0] ?? -1, isLost, resolve, reject });
      }),
    onStall: (error) => stalls.push(error),
    now: () => clock.nowMs,
    schedule: (task) => clock.tasks.push(task),
    ...options,
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const acknowledge = async (index: number, ack: Partial<FrameReceived> = {}) => {
    const one = sent[index];
    if (one === undefined) throw new Error("no frame was sent at this index");
    one.resolve({
      success: true,
      nextSequence: one.sequence + 1,
      safeSequence: 0,
      gap: false,
      ...ack,
    });
    await settle();
  };
  return { uplink, sent, stalls, clock, acknowledge, settle };
}

const sequences = (sent: Sent[]) => sent.map((one) => one.sequence);

describe("AudioUplink", () => {
  it("numbers frames from 0 and sends them in order", () => {
    const { uplink, sent } = setUp();
    uplink.open(0);
    expect([uplink.push(frame(1)), uplink.push(frame(2))]).toEqual([0, 1]);
    expect(sequences(sent)).toEqual([0, 1]);
  });

  it("refuses a frame of another size", () => {
    const { uplink } = setUp();
    expect(() => uplink.push(new ArrayBuffer(10))).toThrow(RangeError);
  });

  it("never has more frames in flight than the window", async () => {
    const { uplink, sent, acknowledge } = setUp({ windowFrames: 2 });
    uplink.open(0);
    for (let mark = 0; mark < 5; mark += 1) uplink.push(frame(mark));
    expect(sequences(sent)).toEqual([0, 1]);
    await acknowledge(0);
    expect(sequences(sent)).toEqual([0, 1, 2]);
  });

  it("keeps acknowledged frames until they are safe", async () => {
    const { uplink, acknowledge } = setUp();
    uplink.open(0);
    uplink.push(frame(1));
    uplink.push(frame(2));
    await acknowledge(0, { safeSequence: 0 });
    expect(uplink.keptFrames).toBe(2);
    await acknowledge(1, { safeSequence: 1 });
    expect(uplink.keptFrames).toBe(1);
  });

  it("keeps capturing while disconnected and resends from the frame the server expects", async () => {
    const { uplink, sent, acknowledge } = setUp();
    uplink.open(0);
    for (let mark = 1; mark <= 3; mark += 1) uplink.push(frame(mark));
    await acknowledge(0);
    uplink.close();
    uplink.push(frame(4));
    expect(sent).toHaveLength(3);
    uplink.open(1);
    expect(sent.slice(3).map((one) => [one.sequence, one.firstByte])).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  it("starts with the oldest kept frame when the server names none", async () => {
    const { uplink, sent, acknowledge } = setUp();
    uplink.open(0);
    for (let mark = 1; mark <= 3; mark += 1) uplink.push(frame(mark));
    await acknowledge(0, { safeSequence: 2, nextSequence: 3 });
    uplink.close();
    uplink.open(null);
    expect(sequences(sent.slice(3))).toEqual([2]);
  });

  it("ignores acknowledgments of an earlier round", async () => {
    const { uplink, sent, acknowledge } = setUp({ windowFrames: 1 });
    uplink.open(0);
    uplink.push(frame(1));
    uplink.push(frame(2));
    uplink.close();
    uplink.open(0);
    await acknowledge(0);
    expect(sequences(sent)).toEqual([0, 0]);
    await acknowledge(1);
    expect(sequences(sent)).toEqual([0, 0, 1]);
  });

  it("goes back when the server is missing an earlier frame", async () => {
    const { uplink, sent, acknowledge } = setUp();
    uplink.open(0);
    for (let mark = 1; mark <= 3; mark += 1) uplink.push(frame(mark));
    await acknowledge(2, { nextSequence: 1 });
    expect(sequences(sent.slice(3))).toEqual([1, 2]);
  });

  it("stops at a refusal and reports it once", async () => {
    const { uplink, sent, stalls, settle } = setUp();
    uplink.open(0);
    uplink.push(frame(1));
    uplink.push(frame(2));
    sent[0]?.reject(new Error("refused"));
    sent[1]?.reject(new Error("refused"));
    await settle();
    uplink.push(frame(3));
    expect(stalls).toHaveLength(1);
    expect(sent).toHaveLength(2);
    uplink.open(null);
    expect(sequences(sent.slice(2))).toEqual([0, 1, 2]);
  });

  it("replaces what no longer fits by silence, so that the timeline stays intact", () => {
    const { uplink, sent } = setUp({ bufferFrames: 2 });
    for (let mark = 1; mark <= 4; mark += 1) uplink.push(frame(mark));
    expect(uplink.lostFrames).toBe(2);
    uplink.open(0);
    expect(sent.map((one) => [one.sequence, one.firstByte, one.isLost])).toEqual([
      [0, 0, true],
      [1, 0, true],
      [2, 3, false],
      [3, 4, false],
    ]);
  });

  it("does not count an overwritten frame as lost if the server had received it", async () => {
    const { uplink, acknowledge } = setUp({ bufferFrames: 2 });
    uplink.open(0);
    uplink.push(frame(1));
    await acknowledge(0);
    uplink.push(frame(2));
    uplink.push(frame(3));
    expect(uplink.lostFrames).toBe(0);
  });

  it("catches up below the server's rate limit", async () => {
    const { uplink, sent, clock, settle } = setUp();
    for (let mark = 0; mark < 1000; mark += 1) uplink.push(frame(1));
    uplink.open(0);
    let answered = 0;
    const answerAll = async () => {
      while (answered < sent.length) {
        const one = sent[answered];
        answered += 1;
        one?.resolve({
          success: true,
          nextSequence: one.sequence + 1,
          safeSequence: one.sequence,
          gap: false,
        });
        await settle();
      }
    };
    await answerAll();
    expect(sent).toHaveLength(500);
    clock.nowMs += 1000;
    for (const task of clock.tasks.splice(0)) task();
    await answerAll();
    expect(sent).toHaveLength(560);
  });

  it("is drained once the server has received everything", async () => {
    const { uplink, acknowledge } = setUp();
    uplink.open(0);
    uplink.push(frame(1));
    let isDrained = false;
    const waiting = uplink.drained().then(() => {
      isDrained = true;
    });
    await Promise.resolve();
    expect(isDrained).toBe(false);
    await acknowledge(0);
    await waiting;
    expect(isDrained).toBe(true);
  });
});
