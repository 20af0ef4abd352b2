import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

import type { RoomProblem } from "../engine/room-state";
import { mediaFailureText, type MediaFailure } from "../lib/media-errors";

interface RoomNoticesProps {
  timeNotice: string | null;
  failure: MediaFailure | null;
  onRetryMedia: () => void;
  problem: RoomProblem | null;
  onDismissProblem: () => void;
}

/** What needs attention, above the room: time, devices, the server, the size of the screen. */
export function RoomNotices(props: RoomNoticesProps) {
  const { timeNotice, failure, onRetryMedia, problem, onDismissProblem } = props;
  return (
    <div className="shrink-0">
      <Banner tone="info" className="py-2 lg:hidden">
        A larger screen is best for the interviewer.
      </Banner>
      {timeNotice !== null && (
        <Banner className="py-2">
          <span className="tabular-nums">{timeNotice}</span>
        </Banner>
      )}
      {failure !== null && (
        <Banner
          tone="danger"
          className="py-2"
          action={
            <Button size="sm" onClick={onRetryMedia}>
              Try Again
            </Button>
          }
        >
          {mediaFailureText("recruiter", failure)}
        </Banner>
      )}
      {problem !== null && (
        <Banner
          tone="danger"
          className="py-2"
          action={
            <Button size="sm" onClick={onDismissProblem}>
              OK
            </Button>
          }
        >
          {problem.message}
        </Banner>
      )}
    </div>
  );
}
