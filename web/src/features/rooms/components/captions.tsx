/** Live captions in a strip of fixed height, so that nothing jumps; scroll for earlier lines. */
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import type { TranscriptLine } from "../engine/transcript";
import type { SpeakerNames } from "./transcript-lines";
import { TranscriptLines } from "./transcript-lines";

interface CaptionsProps {
  lines: readonly TranscriptLine[];
  names: SpeakerNames;
  isRecording: boolean;
  isAudioRecorded: boolean;
  className?: string;
}

export function Captions({ lines, names, isRecording, isAudioRecorded, className }: CaptionsProps) {
  const { t } = useTranslation("rooms");
  const spoken = lines.filter((line) => line.notice === null);
  return (
    <section aria-label={t("captions.label")} className={cn("bg-surface px-4 py-2", className)}>
      {spoken.length === 0 ? (
        <p className="flex h-full items-center justify-center text-center text-md text-muted">
          {t(
            isAudioRecorded
              ? "captions.audioRecorded"
              : isRecording
                ? "captions.recording"
                : "captions.notYet",
          )}
        </p>
      ) : (
        <TranscriptLines lines={spoken} names={names} isCaption className="h-full" />
      )}
    </section>
  );
}
