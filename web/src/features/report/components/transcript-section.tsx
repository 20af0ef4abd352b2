import { ChevronDown, ChevronUp, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import { copyText } from "@/lib/clipboard";
import { cn } from "@/lib/cn";
import { formatElapsed } from "@/lib/format";

import type { Segment } from "../api/types";
import { useSegmentJump, type JumpTarget } from "../hooks/use-segment-jump";
import { splitAtQuote } from "../lib/highlight";
import {
  PREVIEW_SEGMENTS,
  speakerLabel,
  transcriptAsText,
  transcriptRows,
} from "../lib/transcript-text";
import { ReportSection } from "./report-section";

/** The conversation: its first lines, or the whole of it once asked for or jumped into. */
export function TranscriptSection({ segments }: { segments: readonly Segment[] }) {
  const { target } = useSegmentJump();
  const [isExpanded, setIsExpanded] = useState(false);
  const [collapsedAt, setCollapsedAt] = useState(0);
  const [alert, setAlert] = useState<string | null>(null);
  const toast = useToast();
  const list = useRef<HTMLOListElement>(null);
  const targetCount = target?.count ?? 0;
  // A jump opens the transcript; collapsing it holds until the next jump.
  const isWhole = isExpanded || targetCount > collapsedAt;

  useEffect(() => {
    if (!target) return;
    const line = list.current?.querySelector(`[data-segment="${CSS.escape(target.segmentId)}"]`);
    line?.scrollIntoView({ block: "center" });
  }, [target]);

  const copy = async () => {
    const isCopied = await copyText(transcriptAsText(segments));
    if (isCopied) toast.show("Transcript copied to clipboard!");
    else setAlert("Failed to copy transcript. Please try again.");
  };
  const rows = transcriptRows(segments);
  return (
    <ReportSection
      heading="Transcript"
      aside={
        <Button
          size="sm"
          variant="ghost"
          icon={Copy}
          className="print:hidden"
          onClick={() => void copy()}
        >
          Copy transcript
        </Button>
      }
    >
      <ol ref={list} className="flex flex-col gap-2.5">
        {(isWhole ? rows : rows.slice(0, PREVIEW_SEGMENTS)).map(({ segment, hasTimeHeader }) => (
          <li key={segment._id} data-segment={segment._id} className="scroll-my-24">
            {hasTimeHeader && (
              <p className="pt-2 pb-1.5 font-mono text-xs text-faint tabular-nums">
                {formatElapsed(segment.startSeconds)}
              </p>
            )}
            <TranscriptLine
              segment={segment}
              target={target?.segmentId === segment._id ? target : null}
            />
          </li>
        ))}
      </ol>
      {segments.length > PREVIEW_SEGMENTS && (
        <Button
          size="sm"
          className="mt-4 print:hidden"
          icon={isWhole ? ChevronUp : ChevronDown}
          onClick={() => {
            setIsExpanded(!isWhole);
            setCollapsedAt(targetCount);
          }}
        >
          {isWhole ? "Show less" : `Show all ${segments.length} lines`}
        </Button>
      )}
      <AlertMessage message={alert} onClose={() => setAlert(null)} />
    </ReportSection>
  );
}

function TranscriptLine({ segment, target }: { segment: Segment; target: JumpTarget | null }) {
  const parts = target && splitAtQuote(segment.text, target.quote);
  return (
    <div
      className={cn(
        "-mx-2 grid gap-x-4 rounded-md px-2 py-1 sm:grid-cols-[6.5rem_1fr]",
        target && "bg-accent-soft",
      )}
    >
      <p
        className={cn(
          "text-sm font-medium",
          segment.speaker === "candidate" ? "text-accent-ink" : "text-muted",
        )}
      >
        {speakerLabel(segment.speaker)}
      </p>
      <p className="max-w-prose break-words">
        {parts ? (
          <>
            {parts[0]}
            <mark className="rounded-sm bg-accent/30 text-ink">{parts[1]}</mark>
            {parts[2]}
          </>
        ) : (
          segment.text
        )}
      </p>
    </div>
  );
}
