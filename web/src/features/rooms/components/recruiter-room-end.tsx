import { CircleCheck, MonitorX, TriangleAlert } from "lucide-react";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";

import type { RoomState } from "../engine/room-state";
import { formatRoomTimer } from "../lib/timer";
import { RoomMessage } from "./room-message";

interface RecruiterRoomEndProps {
  state: RoomState;
  hqPath: string;
  elapsedSeconds: number | null;
}

/** After the room: the interview is over, or this tab has no seat in it any more. */
export function RecruiterRoomEnd({ state, hqPath, elapsedSeconds }: RecruiterRoomEndProps) {
  const { connection, problem } = state;
  const isOver =
    state.interview?.status === "completed" || problem?.code === "INTERVIEW_TERMINATED";
  if (isOver) {
    return (
      <RoomMessage
        icon={CircleCheck}
        tone="calm"
        title="The interview has ended"
        action={
          <Link to={hqPath} className={buttonClass("primary")}>
            Back to HQ
          </Link>
        }
      >
        {elapsedSeconds !== null && <p>It took {formatRoomTimer(elapsedSeconds)}.</p>}
        <p>The transcript is stored, and the report is being prepared. You find both in the HQ.</p>
      </RoomMessage>
    );
  }
  if (connection === "replaced") {
    return (
      <RoomMessage
        icon={MonitorX}
        tone="calm"
        title="This room is open in another tab"
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Use it here
          </Button>
        }
      >
        The interview goes on there; camera and microphone are off in this tab.
      </RoomMessage>
    );
  }
  const isSignedOut = problem?.code === "UNAUTHORIZED" || problem?.code === "FORBIDDEN";
  return (
    <RoomMessage
      icon={TriangleAlert}
      title="The room is closed to this browser"
      action={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try Again
          </Button>
          <Link to={hqPath} className={buttonClass("secondary")}>
            Back to HQ
          </Link>
        </>
      }
    >
      {isSignedOut
        ? "Authentication failed. Please sign in again."
        : (problem?.message ?? "The interview is not available.")}
    </RoomMessage>
  );
}
