/** Tests of what people are told about their own sound. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { SoundNotices } from "./sound-notices";

function show(part: Partial<Parameters<typeof SoundNotices>[0]>) {
  return render(
    <SoundNotices
      media={{ microphone: "ok", retry: vi.fn() }}
      onChooseDevices={vi.fn()}
      isAudioSuspended={false}
      isDroppingSound={false}
      {...part}
    />,
  );
}

describe("SoundNotices", () => {
  it("says nothing while the sound is fine", () => {
    expect(show({}).container).toBeEmptyDOMElement();
  });

  it("says in plain words that the computer drops sound", () => {
    show({ isDroppingSound: true });
    expect(screen.getByRole("status")).toHaveTextContent(
      "Your computer is dropping sound, so words may be missing from the transcript. Close other programs and tabs.",
    );
  });

  it("offers another device, or another try, for one that was unplugged", async () => {
    const onChooseDevices = vi.fn();
    const retry = vi.fn();
    show({ media: { microphone: "unplugged", retry }, onChooseDevices });
    expect(screen.getByText(/Your microphone was unplugged/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Choose another" }));
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(onChooseDevices).toHaveBeenCalledOnce();
    expect(retry).toHaveBeenCalledOnce();
  });

  it("says that the system has muted the microphone, or the browser has paused it", () => {
    show({ media: { microphone: "systemMuted", retry: vi.fn() }, isAudioSuspended: true });
    expect(screen.getByText(/Your computer has muted your microphone/)).toBeInTheDocument();
    expect(screen.getByText(/Your browser has paused your microphone/)).toBeInTheDocument();
  });
});
