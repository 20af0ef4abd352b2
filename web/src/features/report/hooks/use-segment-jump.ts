/** Opens the transcript at the line that a claim is based on. */
import { createContext, use, useMemo, useState } from "react";

import type { Segment } from "../api/types";

export interface JumpTarget {
  segmentId: string;
  /** The words to highlight; null highlights the whole line. */
  quote: string | null;
  /** Number of the jump, so that the same line can be jumped to twice. */
  count: number;
}

export interface SegmentJump {
  /** The line at which the transcript is open; null if it is closed. */
  target: JumpTarget | null;
  segments: ReadonlyMap<string, Segment>;
  jumpTo: (segmentId: string, quote?: string) => void;
  close: () => void;
}

export const SegmentJumpContext = createContext<SegmentJump | null>(null);

export function useSegmentJump(): SegmentJump {
  const jump = use(SegmentJumpContext);
  if (!jump) throw new Error("useSegmentJump needs a SegmentJumpContext above it.");
  return jump;
}

export function useSegmentJumpState(segments: readonly Segment[]): SegmentJump {
  const [target, setTarget] = useState<JumpTarget | null>(null);
  return useMemo(
    () => ({
      target,
      segments: new Map(segments.map((segment) => [segment._id, segment])),
      jumpTo: (segmentId, quote) =>
        setTarget((old) => ({ segmentId, quote: quote ?? null, count: (old?.count ?? 0) + 1 })),
      close: () => setTarget(null),
    }),
    [segments, target],
  );
}
