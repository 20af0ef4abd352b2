/** Header of the recruiter room: names, connection status and the way back. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { ConnectionLabel } from "../lib/connection-label";
import { AudioRecordedMark } from "./audio-recorded-mark";
import { ConnectionDot } from "./connection-dot";

interface RoomHeaderProps {
  candidateName: string;
  position: string;
  userName: string;
  hqPath: string;
  connection: ConnectionLabel;
  isAudioRecorded: boolean;
}

export function RoomHeader({
  candidateName,
  position,
  userName,
  hqPath,
  connection,
  isAudioRecorded,
}: RoomHeaderProps) {
  const { t } = useTranslation("rooms");
  return (
    <header className="flex h-13 shrink-0 items-center gap-4 border-b border-line bg-surface px-4">
      <Link
        to={hqPath}
        className="touch-target shrink-0 rounded-md text-sm font-medium whitespace-nowrap text-muted hover:text-ink"
      >
        {t("recruiter.header")}
      </Link>
      <div className="flex min-w-0 grow items-baseline gap-2 border-l border-line pl-4">
        <h1 className="truncate text-md font-semibold">{candidateName}</h1>
        {position !== "" && (
          <span className="hidden truncate text-sm text-muted md:inline">{position}</span>
        )}
      </div>
      {isAudioRecorded && <AudioRecordedMark />}
      <ConnectionDot {...connection} />
      <span className="hidden max-w-48 truncate border-l border-line pl-4 text-sm text-muted sm:block">
        {userName}
      </span>
    </header>
  );
}
