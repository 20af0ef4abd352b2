/** Tests of the interview's clock on this computer. */
import { describe, expect, it } from "vitest";

import { RoomClock } from "./room-clock";

describe("RoomClock", () => {
  it("knows no time before the server has sent it", () => {
    expect(new RoomClock().toInterviewSeconds(1_000)).toBeNull();
  });

  it("goes on with the computer's clock, also through a sleep", () => {
    const clock = new RoomClock();
    clock.update(12, 100_000);
    expect(clock.toInterviewSeconds(100_500)).toBeCloseTo(12.5);
    expect(clock.toInterviewSeconds(700_000)).toBeCloseTo(612);
  });

  it("believes the least delayed message", () => {
    const clock = new RoomClock();
    clock.update(12, 100_000);
    // Two seconds late: a busy page reads its messages late.
    clock.update(20, 110_000);
    expect(clock.toInterviewSeconds(110_000)).toBeCloseTo(22);
    // Half a second earlier than the first.
    clock.update(32.5, 120_000);
    expect(clock.toInterviewSeconds(120_000)).toBeCloseTo(32.5);
  });

  it("starts over when the computer's clock was set", () => {
    const clock = new RoomClock();
    clock.update(12, 100_000);
    clock.update(13, 3_701_000);
    expect(clock.toInterviewSeconds(3_701_000)).toBeCloseTo(13);
    clock.update(14, 102_000);
    expect(clock.toInterviewSeconds(102_000)).toBeCloseTo(14);
  });
});
