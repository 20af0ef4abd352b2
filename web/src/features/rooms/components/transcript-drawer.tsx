/** Collapsible transcript: the last lines when closed, two fifths of the screen when open. */
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import type { TranscriptLine } from "../engine/transcript";
import type { TranscriptionStatus } from "../lib/transcription-status";
import { TranscriptLines, type SpeakerNames } from "./transcript-lines";
import { TranscriptionIndicator } from "./transcription-indicator";
import { TypedLine } from "./typed-line";

interface TranscriptDrawerProps {
  interviewId: string;
  lines: readonly TranscriptLine[];
  names: SpeakerNames;
  status: TranscriptionStatus;
  onReconnect: () => void;
  isRecording: boolean;
}

export function TranscriptDrawer(props: TranscriptDrawerProps) {
  const { t } = useTranslation("rooms");
  const { interviewId, lines, names, status, onReconnect, isRecording } = props;
  const [isOpen, setIsOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <section
      aria-label={t("transcript.title")}
      className="shrink-0 border-t border-line bg-surface pb-2"
    >
      <div className="flex min-h-9 items-center gap-3 px-4">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((open) => !open)}
          className="touch-target -ml-1 inline-flex items-center gap-1.5 rounded-md px-1 text-sm font-medium hover:text-accent-ink"
        >
          <Chevron size={16} aria-hidden />
          {t("transcript.title")}
        </button>
        <TranscriptionIndicator status={status} onReconnect={onReconnect} />
      </div>
      {isOpen && isRecording && <TypedLine interviewId={interviewId} names={names} />}
      <TranscriptLines
        lines={lines}
        names={names}
        // The fade hides the cut through a line of more than one row.
        className={cn(
          "px-4",
          isOpen ? "h-[40dvh]" : "h-15 [mask-image:linear-gradient(transparent,black_0.5rem)]",
        )}
      />
    </section>
  );
}
