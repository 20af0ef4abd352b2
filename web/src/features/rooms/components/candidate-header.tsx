/** Header of the candidate room: title, recording, connection status. */
import { Wordmark } from "@/components/ui/wordmark";

import type { ConnectionLabel } from "../lib/connection-label";
import { AudioRecordedMark } from "./audio-recorded-mark";
import { ConnectionDot } from "./connection-dot";

export function CandidateHeader({
  title,
  isAudioRecorded = false,
  connection,
}: {
  title?: string;
  isAudioRecorded?: boolean;
  connection: ConnectionLabel;
}) {
  return (
    <header className="flex h-13 shrink-0 items-center gap-4 border-b border-line bg-surface px-4 max-sm:gap-2.5">
      <Wordmark className="max-sm:[&>span]:sr-only" />
      {title && (
        <h1 className="min-w-0 grow truncate text-md font-medium text-muted max-sm:text-base">
          {title}
        </h1>
      )}
      <span className="ml-auto flex items-center gap-4">
        {isAudioRecorded && <AudioRecordedMark />}
        <ConnectionDot {...connection} />
      </span>
    </header>
  );
}
