/** Whether AI Sense, Question Sense and demo mode are on in this browser. */
import { useState } from "react";

export interface SenseSettings {
  isAiSenseOn: boolean;
  /** Never in demo mode: demo lines ask nothing. */
  isQuestionSenseOn: boolean;
  isDemo: boolean;
  setAiSense: (isOn: boolean) => void;
  setQuestionSense: (isOn: boolean) => void;
  setDemo: (isOn: boolean) => void;
}

/** Both turn on when transcription goes from off to on, and off when the recording stops. */
export function useSenseSettings(isTranscribing: boolean, isRecording: boolean): SenseSettings {
  const [isAiSenseOn, setAiSense] = useState(false);
  const [isQuestionSenseOn, setQuestionSense] = useState(false);
  const [isDemo, setDemo] = useState(false);
  const [was, setWas] = useState({ isTranscribing: false, isRecording: false });

  if (was.isTranscribing !== isTranscribing || was.isRecording !== isRecording) {
    setWas({ isTranscribing, isRecording });
    if (isTranscribing && !was.isTranscribing) {
      setAiSense(true);
      setQuestionSense(true);
    } else if (was.isRecording && !isRecording) {
      setAiSense(false);
      setQuestionSense(false);
    }
  }
  return {
    isAiSenseOn,
    isQuestionSenseOn: isQuestionSenseOn && !isDemo,
    isDemo,
    setAiSense,
    setQuestionSense,
    setDemo,
  };
}
