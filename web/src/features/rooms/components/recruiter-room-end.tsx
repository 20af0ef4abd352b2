/** Page after the room: the interview has ended, or another tab has taken over. */
import { CircleCheck, MonitorX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";

import type { RoomState } from "../engine/room-state";
import { problemText } from "../lib/problem-text";
import { formatRoomTimer } from "../lib/timer";
import { RoomMessage } from "./room-message";

interface RecruiterRoomEndProps {
  state: RoomState;
  hqPath: string;
  elapsedSeconds: number | null;
}

export function RecruiterRoomEnd({ state, hqPath, elapsedSeconds }: RecruiterRoomEndProps) {
  const { t } = useTranslation("rooms");
  const { connection, problem } = state;
  const isOver =
    state.interview?.status === "completed" || problem?.code === "INTERVIEW_TERMINATED";
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
  const isSignedOut = problem?.code === "UNAUTHORIZED" || problem?.code === "FORBIDDEN";
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
      {isSignedOut
        ? t("authenticationFailed")
        : problem === null
          ? t("end.closed")
          : problemText(t, problem)}
    </RoomMessage>
  );
}
