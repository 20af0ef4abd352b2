/** Content whose transcript lines play the recording of the interview, if there is one. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { PlaybackContext, usePlaybackState } from "../hooks/use-playback";

export function RecordingArea({
  interviewId,
  children,
}: {
  interviewId: string;
  children: ReactNode;
}) {
  const { t } = useTranslation("report");
  const playback = usePlaybackState(interviewId);
  return (
    <PlaybackContext value={playback}>
      {playback?.hasFailed && (
        <p
          role="alert"
          className="mx-auto mb-4 w-full max-w-3xl rounded-lg bg-danger-soft px-4 py-3 text-danger-ink print:hidden"
        >
          {t("recording.failed")}
        </p>
      )}
      {children}
    </PlaybackContext>
  );
}
