import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

import type { RoomProblem } from "../engine/room-state";
import { mediaFailureText, type MediaFailure } from "../lib/media-errors";

interface RoomNoticesProps {
  timeNotice: string | null;
  failure: MediaFailure | null;
  onRetryMedia: () => void;
  isAudioHeldBack: boolean;
  problem: RoomProblem | null;
  onDismissProblem: () => void;
}

/** What needs attention, above the room: time, devices, the server, the size of the screen. */
export function RoomNotices(props: RoomNoticesProps) {
  const { timeNotice, failure, onRetryMedia, isAudioHeldBack, problem, onDismissProblem } = props;
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
      {isAudioHeldBack && <HeldBackNotice />}
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

/** Any touch of the page lifts it; the button is for those who look for one. */
export function HeldBackNotice() {
  return (
    <Banner className="shrink-0 py-2" action={<Button size="sm">Turn it on</Button>}>
      Your browser holds your microphone back. Click anywhere so that your words are written down.
    </Banner>
  );
}
