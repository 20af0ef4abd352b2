/** One line of the transcript, with the searched or quoted words highlighted. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { MarkedWords } from "@/components/marked-words";
import { cn } from "@/lib/cn";

import type { Segment } from "../api/types";
import { splitAtMatches } from "../lib/search";
import { originMark } from "../lib/transcript-text";

interface TranscriptLineProps {
  segment: Segment;
  /** Words to highlight; blank for none. */
  highlight?: string;
  /** The whole line is the evidence. */
  isTarget?: boolean;
  /** Shown under the speaker. */
  aside?: ReactNode;
}

export function TranscriptLine({
  segment,
  highlight = "",
  isTarget = false,
  aside,
}: TranscriptLineProps) {
  const { t } = useTranslation("report");
  const origin = originMark(segment);
  const marks = [
    origin && t(`transcript.${origin}`),
    segment.originalText && t("transcript.corrected"),
  ].filter(Boolean);
  return (
    <div
      className={cn(
        "-mx-2 grid gap-x-4 rounded-md px-2 py-1 sm:grid-cols-[6.5rem_minmax(0,1fr)]",
        isTarget && "bg-accent-soft",
      )}
    >
      <p
        className={cn(
          "text-sm font-medium",
          segment.speaker === "candidate" ? "text-accent-ink" : "text-muted",
        )}
      >
        {t(`speakers.${segment.speaker}`)}
        {marks.length > 0 && (
          <span className="font-normal text-muted"> ({marks.join(", ")})</span>
        )}{" "}
        {aside}
      </p>
      <p className="max-w-prose break-words">
        {splitAtMatches(segment.text, highlight).map(({ text, isMatch, start }) => {
          const words = (
            <MarkedWords line={segment.text} marks={segment.marks ?? []} part={{ text, start }} />
          );
          return isMatch ? (
            <mark key={start} className="rounded-sm bg-accent/30 text-ink">
              {words}
            </mark>
          ) : (
            <span key={start}>{words}</span>
          );
        })}
      </p>
    </div>
  );
}
