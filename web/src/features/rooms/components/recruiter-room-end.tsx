/** Page after the room: the interview has ended, or another tab has taken over. */
import { CalendarX, CircleCheck, MonitorX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";

import { isStartable } from "@/api/room-access";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";
import { loginPath } from "@/lib/return-path";

import type { RoomState } from "../engine/room-state";
import { problemText } from "../lib/problem-text";
import { formatRoomTimer } from "../lib/timer";
import { NoCreditsMessage } from "./no-credits-message";
import { RoomMessage } from "./room-message";

interface RecruiterRoomEndProps {
  state: RoomState;
  /** A call from the room was refused, because the session ended. */
  isSignedOut: boolean;
  hqPath: string;
  elapsedSeconds: number | null;
}

export function RecruiterRoomEnd(props: RecruiterRoomEndProps) {
  const { t } = useTranslation("rooms");
  const location = useLocation();
  const { state, hqPath, elapsedSeconds } = props;
  const { connection, interview, problem } = state;
  const isSignedOut =
    props.isSignedOut || problem?.code === "UNAUTHORIZED" || problem?.code === "FORBIDDEN";
  if (isSignedOut) {
    return (
      <RoomMessage
        icon={TriangleAlert}
        title={t("end.closedTitle")}
        action={
          <Link to={loginPath(location)} className={buttonClass("primary")}>
            {t("problem.signIn")}
          </Link>
        }
      >
        {t("authenticationFailed")}
      </RoomMessage>
    );
  }
  if (problem?.code === "NO_CREDITS") return <NoCreditsMessage hqPath={hqPath} />;
  const isDeleted = problem?.code === "INTERVIEW_NOT_FOUND";
  // A running interview cannot be cancelled: one that was refused then had ended.
  const isCancelled =
    interview?.status === "cancelled" ||
    (problem?.code === "INTERVIEW_TERMINATED" &&
      interview !== null &&
      isStartable(interview.status));
  if (isDeleted || isCancelled) {
    return (
      <RoomMessage
        icon={CalendarX}
        tone="calm"
        title={t(isDeleted ? "end.deletedTitle" : "end.cancelledTitle")}
        action={
          <Link to={isDeleted ? paths.interviews : hqPath} className={buttonClass("primary")}>
            {t(isDeleted ? "end.toInterviews" : "backToHq")}
          </Link>
        }
      >
        {t(isDeleted ? "end.deleted" : "end.cancelled")}
      </RoomMessage>
    );
  }
  const isOver = interview?.status === "completed" || problem?.code === "INTERVIEW_TERMINATED";
  if (isOver) {
    return (
      <RoomMessage
        icon={CircleCheck}
        tone="calm"
        title={t("end.title")}
        action={
          <Link to={hqPath} className={buttonClass("primary")}>
            {t("backToHq")}
          </Link>
        }
      >
        {elapsedSeconds !== null && (
          <p>{t("end.took", { time: formatRoomTimer(elapsedSeconds) })}</p>
        )}
        <p>{t("end.next")}</p>
      </RoomMessage>
    );
  }
  if (connection === "replaced") {
    return (
      <RoomMessage
        icon={MonitorX}
        tone="calm"
        title={t("end.elsewhereTitle")}
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t("useHere")}
          </Button>
        }
      >
        {t("end.elsewhere")}
      </RoomMessage>
    );
  }
  return (
    <RoomMessage
      icon={TriangleAlert}
      title={t("end.closedTitle")}
      action={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t("tryAgain")}
          </Button>
          <Link to={hqPath} className={buttonClass("secondary")}>
            {t("backToHq")}
          </Link>
        </>
      }
    >
      {problem === null ? t("end.closed") : problemText(t, problem)}
    </RoomMessage>
  );
}
