/** Video of the other participant, the self-view and the interview timer. */
import { Settings2, UserRound } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";

import { useSelfView } from "../hooks/use-self-view";
import type { UserMedia } from "../hooks/use-user-media";
import type { VideoTrouble } from "../hooks/use-video-trouble";
import { formatRoomTimer } from "../lib/timer";
import { SelfView } from "./self-view";
import { StreamVideo } from "./stream-video";

interface VideoPaneProps {
  remoteName: string;
  remoteStream: MediaStream | null;
  side: "recruiter" | "candidate";
  trouble: VideoTrouble | null;
  media: UserMedia;
  /** Null until the interview has started. */
  elapsedSeconds: number | null;
  isRecording: boolean;
  onChooseDevices: () => void;
  className?: string;
}

export function VideoPane({
  remoteName,
  remoteStream,
  side,
  trouble,
  media,
  elapsedSeconds,
  isRecording,
  onChooseDevices,
  className,
}: VideoPaneProps) {
  const { t } = useTranslation("rooms");
  const paneRef = useRef<HTMLDivElement>(null);
  const drag = useSelfView(paneRef);
  return (
    <div
      ref={paneRef}
      className={cn("relative min-h-0 overflow-hidden bg-video text-on-video", className)}
    >
      {remoteStream === null ? (
        // In a low pane, next to an open transcript, the self-view takes the icon's room.
        <div className="@container-size size-full">
          <div className="flex size-full flex-col items-center justify-center gap-3 p-6 pb-24 text-center max-sm:gap-2 max-sm:pt-3 max-sm:pb-30">
            <span className="flex size-14 items-center justify-center rounded-full bg-on-video/10 max-sm:size-11 [@container(max-height:17rem)]:hidden">
              <UserRound size={26} strokeWidth={1.5} aria-hidden />
            </span>
            <p className="text-md text-on-video/85">{t("video.waiting", { name: remoteName })}</p>
          </div>
        </div>
      ) : (
        <>
          <StreamVideo
            stream={remoteStream}
            label={t("video.of", { name: remoteName })}
            speaker={media.inUse.speaker}
          />
          <span className="absolute top-3 left-3 max-w-[60%] truncate rounded-md bg-black/60 px-2 py-1 text-sm text-white">
            {remoteName}
          </span>
        </>
      )}
      {elapsedSeconds !== null && (
        <span
          role="timer"
          aria-label={t(isRecording ? "video.timeRecording" : "video.time")}
          className="absolute top-3 right-3 inline-flex items-center gap-2 rounded-md bg-black/60 px-2 py-1 font-mono text-sm text-white tabular-nums"
        >
          {isRecording && <span className="size-2 rounded-full bg-danger" aria-hidden />}
          {formatRoomTimer(elapsedSeconds)}
        </span>
      )}
      {trouble !== null && (
        <p
          role="status"
          className="absolute inset-x-3 top-14 mx-auto w-fit max-w-prose rounded-md bg-black/70 px-3 py-1.5 text-center text-sm text-white"
        >
          {t(trouble === "blocked" ? `video.blocked.${side}` : "video.reconnecting")}
        </p>
      )}
      <SelfView
        drag={drag}
        stream={media.stream}
        isCameraOn={media.isCameraOn}
        missingText={media.failure === null ? null : t("video.noCamera")}
      />
      <Tooltip text={t("devices.title")}>
        <button
          type="button"
          aria-label={t("devices.title")}
          onClick={onChooseDevices}
          className="absolute right-3 bottom-3 flex size-11 items-center justify-center rounded-md bg-black/60 text-white hover:bg-black/75 focus-visible:outline-on-video"
        >
          <Settings2 size={18} aria-hidden />
        </button>
      </Tooltip>
    </div>
  );
}
