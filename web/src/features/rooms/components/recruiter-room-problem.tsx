import { CalendarX, Coins, TriangleAlert } from "lucide-react";
import { Link, useLocation } from "react-router";

import { isApiError, NETWORK_ERROR } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { loginPath } from "@/lib/return-path";

import { RoomMessage } from "./room-message";

interface RecruiterRoomProblemProps {
  error: unknown;
  hqPath: string;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Why a recruiter cannot enter, each with the way on (doc 001 'Recruiter room', §8). */
export function RecruiterRoomProblem({
  error,
  hqPath,
  isRetrying,
  onRetry,
}: RecruiterRoomProblemProps) {
  const location = useLocation();
  const backToHq = (
    <Link to={hqPath} className={buttonClass("primary")}>
      Back to HQ
    </Link>
  );
  if (isApiError(error, "NO_CREDITS")) {
    return (
      <RoomMessage icon={Coins} title="Interview room unavailable" action={backToHq}>
        Not enough interview credits to start or join this room. Upgrade your plan to continue.
      </RoomMessage>
    );
  }
  if (isApiError(error, "INTERVIEW_TERMINATED")) {
    return (
      <RoomMessage icon={CalendarX} title="This interview is over" tone="calm" action={backToHq}>
        {error.message}
      </RoomMessage>
    );
  }
  if (isApiError(error) && (error.status === 401 || error.status === 403)) {
    return (
      <RoomMessage
        icon={TriangleAlert}
        title="Please sign in"
        action={
          <Link to={loginPath(location)} className={buttonClass("primary")}>
            Sign in
          </Link>
        }
      >
        You are not authorized to access this interview. Please sign in.
      </RoomMessage>
    );
  }
  const isAway = isApiError(error, NETWORK_ERROR);
  return (
    <RoomMessage
      icon={TriangleAlert}
      title={isAway ? "The server is not answering" : "The room could not be opened"}
      action={
        <>
          <Button variant="primary" busy={isRetrying} onClick={onRetry}>
            Try Again
          </Button>
          <Link to={hqPath} className={buttonClass("secondary")}>
            Back to HQ
          </Link>
        </>
      }
    >
      {isAway
        ? "Nothing is lost. Try again in a moment."
        : isApiError(error) && error.message !== ""
          ? error.message
          : "Interview not found or invalid link"}
    </RoomMessage>
  );
}
