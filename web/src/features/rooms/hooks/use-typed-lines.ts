/** Lines that the recruiter types into the transcript, sent in the background. */
import { useCallback, useEffect, useState } from "react";

import { isApiError } from "@/api/errors";

import { useAppendLines } from "../api/append-lines";
import { TranscriptBuffer, type BufferedLine, type BufferState } from "../engine/transcript-buffer";

interface TypedLines extends BufferState {
  add: (speaker: BufferedLine["speaker"], text: string) => void;
}

const EMPTY: BufferState = { waiting: 0, error: null, refused: [] };

export function useTypedLines(interviewId: string): TypedLines {
  const [state, setState] = useState(EMPTY);
  const { mutateAsync: append } = useAppendLines(interviewId);
  const [buffer] = useState(
    () =>
      new TranscriptBuffer({
        send: append,
        isTemporary: (error) => !isApiError(error) || error.status === 0 || error.status >= 500,
        onChange: setState,
      }),
  );
  useEffect(() => () => void buffer.flush(), [buffer]);
  const add = useCallback(
    (speaker: BufferedLine["speaker"], text: string) =>
      buffer.add({
        _id: crypto.randomUUID(),
        speaker,
        text,
        timestamp: new Date().toISOString(),
      }),
    [buffer],
  );
  return { ...state, add };
}
