/** Tests of what is on in the room: transcription turns the senses on, demo mode keeps Question Sense off. */
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { useSenseSettings } from "./use-sense-settings";

function start(isTranscribing: boolean) {
  return renderHook(({ isOn }) => useSenseSettings(isOn, isOn), {
    initialProps: { isOn: isTranscribing },
  });
}

describe("useSenseSettings", () => {
  it("turns both on with the transcription, and off with the recording", () => {
    const { result, rerender } = start(false);
    expect(result.current.isQuestionSenseOn).toBe(false);
    rerender({ isOn: true });
    expect(result.current).toMatchObject({ isAiSenseOn: true, isQuestionSenseOn: true });
    rerender({ isOn: false });
    expect(result.current).toMatchObject({ isAiSenseOn: false, isQuestionSenseOn: false });
  });

  it("keeps Question Sense off in demo mode, also when the transcription starts", () => {
    const { result, rerender } = start(false);
    act(() => result.current.setDemo(true));
    rerender({ isOn: true });
    expect(result.current).toMatchObject({ isAiSenseOn: true, isQuestionSenseOn: false });
    act(() => result.current.setQuestionSense(true));
    expect(result.current.isQuestionSenseOn).toBe(false);
    act(() => result.current.setDemo(false));
    expect(result.current.isQuestionSenseOn).toBe(true);
  });
});
