/** Notices above the room: time limit, devices, server errors, screen size. */
import { useTranslation } from "react-i18next";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

import type { RoomProblem } from "../engine/room-state";
import { mediaFailureText, type MediaFailure } from "../lib/media-errors";
import { problemText } from "../lib/problem-text";
import type { TimeNotice } from "../lib/time-limit";

interface RoomNoticesProps {
  timeNotice: TimeNotice | null;
  failure: MediaFailure | null;
  onRetryMedia: () => void;
  problem: RoomProblem | null;
  onDismissProblem: () => void;
}

export function RoomNotices(props: RoomNoticesProps) {
  const { t } = useTranslation("rooms");
  const { timeNotice, failure, onRetryMedia, problem, onDismissProblem } = props;
  return (
    <div className="shrink-0">
      <Banner tone="info" className="py-2 lg:hidden">
        {t("notices.smallScreen")}
      </Banner>
      {timeNotice !== null && (
        <Banner className="py-2">
          <span className="tabular-nums">
            {t("notices.timeLimit", {
              count: timeNotice.maxMinutes,
              minutes: Math.floor(timeNotice.secondsLeft / 60),
              seconds: String(timeNotice.secondsLeft % 60).padStart(2, "0"),
            })}
          </span>
        </Banner>
      )}
      {failure !== null && (
        <Banner
          tone="danger"
          className="py-2"
          action={
            <Button size="sm" onClick={onRetryMedia}>
              {t("tryAgain")}
            </Button>
          }
        >
          {mediaFailureText(t, "recruiter", failure)}
        </Banner>
      )}
      {problem !== null && (
        <Banner
          tone="danger"
          className="py-2"
          action={
            <Button size="sm" onClick={onDismissProblem}>
              {t("notices.ok")}
            </Button>
          }
        >
          {problemText(t, problem)}
        </Banner>
      )}
    </div>
  );
}
