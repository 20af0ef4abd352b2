/** Tests of the button that plays the recording from a transcript line. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { renderWithApp } from "@/testing/render-with-app";

import type { Segment } from "../api/types";
import { PlaybackContext, type Playback } from "../hooks/use-playback";
import { PlayLine } from "./play-line";

const SEGMENT: Segment = {
  _id: "s1",
  sequence: 1,
  speaker: "candidate",
  text: "I led two teams.",
  originalText: null,
  timestamp: "2026-11-20T10:01:05Z",
  startSeconds: 65,
  endSeconds: 68,
  source: "whisper",
  origin: "live",
};

function show(playback: Partial<Playback> | null) {
  const full = playback && {
    playingId: null,
    hasFailed: false,
    play: vi.fn(),
    pause: vi.fn(),
    ...playback,
  };
  renderWithApp(
    <PlaybackContext value={full}>
      <PlayLine segment={SEGMENT} />
    </PlaybackContext>,
  );
  return full;
}

describe("PlayLine", () => {
  it("is absent without a recording", () => {
    show(null);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("plays from the start of its line", async () => {
    const playback = show({});
    await userEvent.click(screen.getByRole("button", { name: "Play from 1:05" }));
    expect(playback?.play).toHaveBeenCalledWith(SEGMENT);
  });

  it("pauses while its line plays", async () => {
    const playback = show({ playingId: "s1" });
    await userEvent.click(screen.getByRole("button", { name: "Pause" }));
    expect(playback?.pause).toHaveBeenCalledOnce();
  });
});
