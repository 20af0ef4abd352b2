/** The transcript: its first lines, or all of it after a click or a jump. */
import { ChevronDown, ChevronUp, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import { copyText } from "@/lib/clipboard";
import { cn } from "@/lib/cn";
import { formatElapsed, formatNumber } from "@/lib/format";

import type { Segment } from "../api/types";
import { useSegmentJump, type JumpTarget } from "../hooks/use-segment-jump";
import { splitAtQuote } from "../lib/highlight";
import { PREVIEW_SEGMENTS, transcriptAsText, transcriptRows } from "../lib/transcript-text";
import { ReportSection } from "./report-section";

export function TranscriptSection({ segments }: { segments: readonly Segment[] }) {
  const { t } = useTranslation("report");
  const { target } = useSegmentJump();
  const [isExpanded, setIsExpanded] = useState(false);
  const [collapsedAt, setCollapsedAt] = useState(0);
  const [alert, setAlert] = useState<string | null>(null);
  const toast = useToast();
  const list = useRef<HTMLOListElement>(null);
  const targetCount = target?.count ?? 0;
  // A jump expands the transcript; it stays collapsed after that only until the next jump.
  const isWhole = isExpanded || targetCount > collapsedAt;

  useEffect(() => {
    if (!target) return;
    const line = list.current?.querySelector(`[data-segment="${CSS.escape(target.segmentId)}"]`);
    line?.scrollIntoView({ block: "center" });
  }, [target]);

  const copy = async () => {
    const isCopied = await copyText(transcriptAsText(t, segments));
    if (isCopied) toast.show(t("transcript.copied"));
    else setAlert(t("transcript.copyFailed"));
  };
  const rows = transcriptRows(segments);
  return (
    <ReportSection
      heading={t("transcript.title")}
      aside={
        <Button
          size="sm"
          variant="ghost"
          icon={Copy}
          className="print:hidden"
          onClick={() => void copy()}
        >
          {t("transcript.copy")}
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
          {isWhole
            ? t("transcript.less")
            : t("transcript.all", { number: formatNumber(segments.length) })}
        </Button>
      )}
      <AlertMessage message={alert} onClose={() => setAlert(null)} />
    </ReportSection>
  );
}

function TranscriptLine({ segment, target }: { segment: Segment; target: JumpTarget | null }) {
  const { t } = useTranslation("report");
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
        {t(`speakers.${segment.speaker}`)}
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
