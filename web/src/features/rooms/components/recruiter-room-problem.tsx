/** Why a recruiter cannot enter the room, with the next step for each reason. */
import { CalendarX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";

import { errorText, isApiError, NETWORK_ERROR } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { loginPath } from "@/lib/return-path";

import { NoCreditsMessage } from "./no-credits-message";
import { RoomMessage } from "./room-message";

interface RecruiterRoomProblemProps {
  error: unknown;
  hqPath: string;
  isRetrying: boolean;
  onRetry: () => void;
}

export function RecruiterRoomProblem({
  error,
  hqPath,
  isRetrying,
  onRetry,
}: RecruiterRoomProblemProps) {
  const { t } = useTranslation("rooms");
  const location = useLocation();
  const backToHq = (variant: "primary" | "secondary") => (
    <Link to={hqPath} className={buttonClass(variant)}>
      {t("backToHq")}
    </Link>
  );
  if (isApiError(error, "NO_CREDITS")) {
    return <NoCreditsMessage hqPath={hqPath} />;
  }
  if (isApiError(error, "INTERVIEW_TERMINATED")) {
    return (
      <RoomMessage
        icon={CalendarX}
        title={t("problem.overTitle")}
        tone="calm"
        action={backToHq("primary")}
      >
        {errorText(error, t("end.closed"))}
      </RoomMessage>
    );
  }
  if (isApiError(error) && (error.status === 401 || error.status === 403)) {
    return (
      <RoomMessage
        icon={TriangleAlert}
        title={t("problem.signInTitle")}
        action={
          <Link to={loginPath(location)} className={buttonClass("primary")}>
            {t("problem.signIn")}
          </Link>
        }
      >
        {t("problem.notAuthorized")}
      </RoomMessage>
    );
  }
  const isAway = isApiError(error, NETWORK_ERROR);
  return (
    <RoomMessage
      icon={TriangleAlert}
      title={t(isAway ? "problem.awayTitle" : "problem.failedTitle")}
      action={
        <>
          <Button variant="primary" busy={isRetrying} onClick={onRetry}>
            {t("tryAgain")}
          </Button>
          {backToHq("secondary")}
        </>
      }
    >
      {isAway ? t("problem.away") : errorText(error, t("notFound"))}
    </RoomMessage>
  );
}
