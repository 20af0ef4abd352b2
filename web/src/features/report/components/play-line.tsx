/** Button of a transcript line that plays the recording from there. */
import { Pause, Play } from "lucide-react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";
import { formatElapsed } from "@/lib/format";

import type { Segment } from "../api/types";
import { usePlayback } from "../hooks/use-playback";

export function PlayLine({ segment }: { segment: Segment }) {
  const { t } = useTranslation("report");
  const playback = usePlayback();
  if (playback === null) return null;
  const isPlaying = playback.playingId === segment._id;
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      size="sm"
      className="print:hidden"
      tooltip={false}
      label={
        isPlaying
          ? t("recording.pause")
          : t("recording.play", { time: formatElapsed(segment.startSeconds) })
      }
      onClick={() => (isPlaying ? playback.pause() : playback.play(segment))}
    />
  );
}
