/** Collapsible transcript: the last lines when closed, two fifths of the screen when open. */
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import type { TranscriptLine } from "../engine/transcript";
import { TranscriptLines, type SpeakerNames } from "./transcript-lines";

interface TranscriptDrawerProps {
  lines: readonly TranscriptLine[];
  names: SpeakerNames;
  isRecording: boolean;
  /** False if the speech engine is down while the interview runs. */
  isTranscribing: boolean;
  /** The connection to the server is lost; audio is kept in the browser meanwhile. */
  isAway: boolean;
}

export function TranscriptDrawer(props: TranscriptDrawerProps) {
  const { t } = useTranslation("rooms");
  const { lines, names, isRecording, isTranscribing, isAway } = props;
  const [isOpen, setIsOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <section
      aria-label={t("transcript.title")}
      className="shrink-0 border-t border-line bg-surface pb-2"
    >
      <div className="flex h-9 items-center gap-3 px-4">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((open) => !open)}
          className="touch-target -ml-1 inline-flex items-center gap-1.5 rounded-md px-1 text-sm font-medium hover:text-accent-ink"
        >
          <Chevron size={16} aria-hidden />
          {t("transcript.title")}
        </button>
        <ListeningState isRecording={isRecording} isTranscribing={isTranscribing} isAway={isAway} />
      </div>
      <TranscriptLines
        lines={lines}
        names={names}
        className={cn("px-4", isOpen ? "h-[40dvh]" : "h-15")}
      />
    </section>
  );
}

type ListeningProps = Pick<TranscriptDrawerProps, "isRecording" | "isTranscribing" | "isAway">;

function ListeningState({ isRecording, isTranscribing, isAway }: ListeningProps) {
  const { t } = useTranslation("rooms");
  const [text, dot] = !isRecording
    ? [t("transcript.waiting"), "bg-line-strong"]
    : isAway
      ? [t("transcript.reconnecting"), "bg-warning"]
      : isTranscribing
        ? [t("transcript.listening"), "bg-success"]
        : [t("transcript.lost"), "bg-danger"];
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-muted">
      <span aria-hidden className={cn("size-2 rounded-full", dot)} />
      {text}
    </span>
  );
}
