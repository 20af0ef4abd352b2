/** Tests of the notices of a room. */
import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { RoomNotices } from "./room-notices";

function show(part: Partial<Parameters<typeof RoomNotices>[0]>) {
  render(
    <RoomNotices
      timeNotice={null}
      failure={null}
      onRetryMedia={vi.fn()}
      problem={null}
      onDismissProblem={vi.fn()}
      {...part}
    />,
  );
}

describe("RoomNotices", () => {
  it.each([
    [120, 600, "Maximum interview time is 120 minutes. The interview will end in 10m 00s"],
    [1, 9, "Maximum interview time is 1 minute. The interview will end in 0m 09s"],
  ])("counts the last of %d minutes down", (maxMinutes, secondsLeft, text) => {
    show({ timeNotice: { maxMinutes, secondsLeft } });
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it("shows the server's refusal, or a fallback without a message", () => {
    show({ problem: { message: "The room is full.", code: "ROOM_FULL" } });
    expect(screen.getByText("The room is full.")).toBeInTheDocument();
    show({ problem: { message: "", code: "UNKNOWN" } });
    expect(screen.getByText("The room refused this request.")).toBeInTheDocument();
  });
});
