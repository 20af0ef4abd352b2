/** Call that stores transcript lines which the server did not make. */
import { useMutation } from "@tanstack/react-query";

import { api } from "@/api/client";

import type { BufferedLine } from "../engine/transcript-buffer";

export function useAppendLines(interviewId: string) {
  return useMutation({
    mutationFn: (lines: readonly BufferedLine[]) =>
      api.post("/api/interview/{interview_id}/transcript/append", {
        params: { interview_id: interviewId },
        body: { segments: lines.map((line) => ({ ...line, source: "typed" })) },
        keepSession: true,
      }),
  });
}
