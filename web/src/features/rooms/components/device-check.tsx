/** Device check before joining a room: camera, microphone level, speakers, connection. */
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Volume2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { cn } from "@/lib/cn";

import { connectionCheckQuery, pathCheckQuery } from "../api/connection-check";
import type { PathCheck } from "../engine/path-check";
import type { Role } from "../engine/protocol";
import { useMicrophoneLevel } from "../hooks/use-microphone-level";
import type { UserMedia } from "../hooks/use-user-media";
import { mediaFailureText } from "../lib/media-errors";
import { playTestSound } from "../lib/speaker-test";
import { DeviceSelect } from "./device-select";
import { MediaControls } from "./media-controls";
import { StreamVideo } from "./stream-video";

interface DeviceCheckProps {
  side: Role;
  /** The candidate's token, or the recruiter's token or id of the interview. */
  link: string;
  media: UserMedia;
  onJoin: () => void;
}

/** The speech can be heard from this level on. */
const HEARD_LEVEL = 0.08;

export function DeviceCheck({ side, link, media, onJoin }: DeviceCheckProps) {
  const { t } = useTranslation("rooms");
  const isReady = media.stream !== null || media.failure !== null;
  // The recruiter may follow and end an interview without devices; a candidate has to be heard.
  const mayJoin = media.hasMicrophone || (side === "recruiter" && isReady);
  return (
    <div className="mx-auto flex w-full max-w-4xl grow flex-col justify-center gap-5 p-4 text-md sm:p-8">
      <div>
        <h2 className="text-xl font-semibold tracking-tight">{t("check.title")}</h2>
        <p className="mt-1 text-muted">{t("check.intro")}</p>
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <div className="relative flex aspect-video items-center justify-center overflow-hidden rounded-xl bg-video p-4 text-center text-on-video/85">
          {media.stream !== null && media.isCameraOn ? (
            <StreamVideo
              stream={media.stream}
              isOwn
              label={t("video.self")}
              className="absolute inset-0"
            />
          ) : (
            <p>{t(cameraKey(media))}</p>
          )}
        </div>
        <ul className="flex flex-col gap-4">
          <Row state={microphoneState(media)} label={t("media.microphone")}>
            <MicrophoneLevel media={media} />
            <DeviceSelect kind="microphone" media={media} />
          </Row>
          <Row
            state={media.hasCamera ? "ok" : isReady ? "problem" : "pending"}
            label={t("media.camera")}
          >
            <p>
              {t(media.hasCamera ? "check.cameraOk" : isReady ? "check.noCamera" : "check.asking")}
            </p>
            <DeviceSelect kind="camera" media={media} />
          </Row>
          <li className="flex items-start gap-3">
            <Volume2 size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden />
            <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
              <div>
                <p className="font-medium">{t("check.speaker")}</p>
                <p className="text-base text-muted">{t("check.speakerHint")}</p>
              </div>
              <Button onClick={() => void playTestSound(media.inUse.speaker)}>
                {t("check.play")}
              </Button>
              <DeviceSelect kind="speaker" media={media} />
            </div>
          </li>
          <Connection side={side} link={link} />
        </ul>
      </div>
      {media.failure !== null && (
        <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-base text-danger-ink">
          <p>{mediaFailureText(t, side, media.failure)}</p>
          {media.failure !== "insecure" && (
            <p className="mt-1">{t(`media.hints.${media.failure}`)}</p>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <MediaControls media={media} />
        {media.failure !== null && <Button onClick={media.retry}>{t("tryAgain")}</Button>}
        <Button
          variant="primary"
          size="lg"
          className="max-sm:w-full sm:ml-auto"
          disabled={!mayJoin}
          onClick={onJoin}
        >
          {t(media.hasMicrophone || !isReady ? "check.join" : "check.joinWithout")}
        </Button>
      </div>
    </div>
  );
}

type CheckState = "ok" | "problem" | "pending";

function Row({
  state,
  label,
  children,
}: {
  state: CheckState;
  label: string;
  children: ReactNode;
}) {
  return (
    <li className="flex items-start gap-3">
      {state === "pending" ? (
        <Spinner size={20} />
      ) : state === "ok" ? (
        <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" aria-hidden />
      ) : (
        <CircleAlert size={20} className="mt-0.5 shrink-0 text-danger" aria-hidden />
      )}
      <div className="min-w-0 grow">
        <p className="font-medium">{label}</p>
        <div className="flex flex-col gap-1.5 text-base text-muted">{children}</div>
      </div>
    </li>
  );
}

function MicrophoneLevel({ media }: { media: UserMedia }) {
  const { t } = useTranslation("rooms");
  const level = useMicrophoneLevel(media.stream);
  if (media.microphone !== "ok") return <p>{t(`check.microphone.${media.microphone}`)}</p>;
  const isHeard = level >= HEARD_LEVEL;
  return (
    <>
      <div
        role="meter"
        aria-label={t("check.level")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(level * 100)}
        className="mt-1.5 h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cn("h-full rounded-full", isHeard ? "bg-success" : "bg-line-strong")}
          style={{ width: `${String(Math.round(level * 100))}%` }}
        />
      </div>
      <p>{t("check.speak")}</p>
    </>
  );
}

function Connection({ side, link }: { side: Role; link: string }) {
  const { t } = useTranslation("rooms");
  const { data, isPending, isError } = useQuery(connectionCheckQuery);
  const paths = useQuery(pathCheckQuery(side, link));
  const hasProblem = isError || data === "slow" || hasPathProblem(paths.data);
  const state = isPending || paths.isPending ? "pending" : hasProblem ? "problem" : "ok";
  const result = isPending ? "checking" : isError ? "unreachable" : data;
  return (
    <Row state={state} label={t("check.connection")}>
      <p>{t(`check.connectionStates.${result}`)}</p>
      {paths.data !== undefined && <p>{t(`check.paths.${paths.data.path}`)}</p>}
      {paths.data !== undefined && paths.data.silentRelays.length > 0 && (
        <p>{t("check.silentRelays", { servers: paths.data.silentRelays.join(", ") })}</p>
      )}
      {paths.data !== undefined && paths.data.refusingRelays.length > 0 && (
        <p>{t("check.refusingRelays", { servers: paths.data.refusingRelays.join(", ") })}</p>
      )}
    </Row>
  );
}

function hasPathProblem(check: PathCheck | undefined): boolean {
  if (check === undefined) return false;
  const hasFailed = check.silentRelays.length > 0 || check.refusingRelays.length > 0;
  return hasFailed || check.path === "local" || check.path === "none";
}

function microphoneState(media: UserMedia): CheckState {
  if (media.microphone === "ok") return "ok";
  return media.microphone === "asking" ? "pending" : "problem";
}

function cameraKey(media: UserMedia) {
  if (media.hasCamera) return "video.cameraOff";
  return media.stream === null && media.failure === null ? "check.asking" : "video.noCamera";
}
