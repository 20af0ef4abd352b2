/** Draggable view of the user's own video. */
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import type { SelfViewDrag } from "../hooks/use-self-view";
import { SELF_VIEW } from "../lib/self-view";
import { StreamVideo } from "./stream-video";

interface SelfViewProps {
  drag: SelfViewDrag;
  stream: MediaStream | null;
  isCameraOn: boolean;
  /** Replaces 'Starting...' if there will be no video. */
  missingText: string | null;
}

export function SelfView({ drag, stream, isCameraOn, missingText }: SelfViewProps) {
  const { t } = useTranslation("rooms");
  if (drag.position === null) return null;
  const text = stream === null ? (missingText ?? t("video.starting")) : t("video.cameraOff");
  return (
    <button
      type="button"
      aria-label={t("video.selfHint")}
      className={cn(
        "absolute top-0 left-0 z-10 cursor-grab touch-none overflow-hidden rounded-lg bg-ink text-on-video",
        "shadow-pop ring-1 ring-on-video/25 select-none focus-visible:outline-on-video active:cursor-grabbing",
      )}
      style={{ ...SELF_VIEW, transform: `translate(${drag.position.x}px, ${drag.position.y}px)` }}
      onPointerDown={drag.onPointerDown}
      onPointerMove={drag.onPointerMove}
      onPointerUp={drag.onPointerUp}
      onPointerCancel={drag.onPointerUp}
      onKeyDown={drag.onKeyDown}
    >
      {stream !== null && isCameraOn ? (
        <StreamVideo stream={stream} isOwn label={t("video.self")} />
      ) : (
        <span className="flex size-full items-center justify-center bg-video px-2 text-center text-xs text-on-video/80">
          {text}
        </span>
      )}
      <span className="absolute bottom-1 left-1 rounded-sm bg-black/60 px-1.5 text-2xs text-white">
        {t("you")}
      </span>
    </button>
  );
}
