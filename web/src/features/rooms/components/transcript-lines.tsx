/** Transcript lines. Follows the newest one unless the reader has scrolled up. */
import { useTranslation } from "react-i18next";

import { MarkedWords } from "@/components/marked-words";
import { cn } from "@/lib/cn";

import type { Role } from "../engine/protocol";
import type { TranscriptLine } from "../engine/transcript";
import { useStickToBottom } from "../hooks/use-stick-to-bottom";
import { findLineMark } from "../lib/line-marks";
import { formatRoomTimer } from "../lib/timer";

export type SpeakerNames = Record<Role, string>;

interface TranscriptLinesProps {
  lines: readonly TranscriptLine[];
  names: SpeakerNames;
  /** Larger and without times, for the candidate. */
  isCaption?: boolean;
  className?: string;
}

export function TranscriptLines(props: TranscriptLinesProps) {
  const { t } = useTranslation("rooms");
  const { lines, names, isCaption = false, className } = props;
  const { ref, onScroll } = useStickToBottom<HTMLDivElement>(lines);
  return (
    <div
      ref={ref}
      onScroll={onScroll}
      role="log"
      aria-label={t("transcript.label")}
      aria-live="off"
      // A scrolling region must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={cn("overflow-y-auto [overflow-anchor:none]", className)}
    >
      {lines.map((line) => (
        <Line key={line.key} line={line} names={names} isCaption={isCaption} />
      ))}
    </div>
  );
}

interface LineProps {
  line: TranscriptLine;
  names: SpeakerNames;
  isCaption: boolean;
}

function Line({ line, names, isCaption }: LineProps) {
  const { t } = useTranslation("rooms");
  if (line.notice !== null) {
    const text =
      line.notice === "gap" && line.role !== "system"
        ? t("transcript.gap", {
            count: Math.max(1, Math.round(line.lostSeconds)),
            name: names[line.role],
          })
        : t(`transcript.notice.${line.notice === "error" ? "error" : "active"}`);
    return <p className="py-1 text-sm text-faint">{text}</p>;
  }
  const mark = findLineMark(line);
  return (
    <p
      data-final={line.final}
      data-role={line.role}
      className={cn(
        isCaption
          ? "mx-auto max-w-3xl text-md"
          : // On a phone, the words go below the name, over the whole width.
            "grid grid-cols-[3.25rem_minmax(0,1fr)] items-baseline gap-x-3 py-1 text-base sm:grid-cols-[3.25rem_9rem_minmax(0,1fr)] lg:grid-cols-[3.25rem_12rem_minmax(0,1fr)]",
        !line.final && "text-muted",
      )}
    >
      {!isCaption && (
        <span className="font-mono text-xs text-faint tabular-nums">
          {line.startSeconds === null ? "" : formatRoomTimer(line.startSeconds)}
        </span>
      )}
      <span
        className={cn(
          "min-w-0 font-medium",
          isCaption ? "mr-2" : "flex gap-1 text-sm",
          line.role === "candidate" ? "text-accent-ink" : "text-muted",
        )}
      >
        <span className="truncate">{line.role !== "system" && names[line.role]}</span>
        {/* A long name never hides that the line was not transcribed here. */}
        {mark && (
          <span className="shrink-0 font-normal text-muted"> ({t(`transcript.${mark}`)})</span>
        )}
      </span>
      <span
        className={cn("break-words", !isCaption && "max-sm:col-span-2", !line.final && "italic")}
      >
        <MarkedWords line={line.text} marks={line.marks} />
        {!line.final && (
          <>
            <span aria-hidden> ...</span>
            <span className="sr-only"> {t("transcript.stillSpeaking")}</span>
          </>
        )}
      </span>
    </p>
  );
}
