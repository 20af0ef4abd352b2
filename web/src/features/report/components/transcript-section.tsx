/** The transcript: its first lines, all of it, or the lines that match a search. */
import { ChevronDown, ChevronUp, Copy, Search, X } from "lucide-react";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { TitledSection } from "@/components/ui/titled-section";
import { useToast } from "@/components/ui/toast-context";
import { copyText } from "@/lib/clipboard";
import { formatElapsed, formatNumber } from "@/lib/format";

import type { Gap, Segment } from "../api/types";
import { createFilter } from "../lib/search";
import {
  gapsBetween,
  PREVIEW_SEGMENTS,
  transcriptAsText,
  transcriptRows,
} from "../lib/transcript-text";
import { CorrectLine } from "./correct-line";
import { PlayLine } from "./play-line";
import { SegmentLink } from "./segment-link";
import { TranscriptLine } from "./transcript-line";

/** Found lines shown at first: a common word is in thousands of lines of a long interview. */
const SHOWN_MATCHES = 100;

interface TranscriptSectionProps {
  /** Null for users who may not correct lines: reviewers, readers of a shared report. */
  correctableId: string | null;
  segments: readonly Segment[];
  /** Where the sound of a speaker is missing. */
  gaps?: readonly Gap[] | undefined;
  /** Shown next to 'Copy transcript'. */
  download?: ReactNode;
}

export function TranscriptSection(props: TranscriptSectionProps) {
  const { correctableId, segments, gaps = [], download } = props;
  const { t } = useTranslation("report");
  const [isExpanded, setIsExpanded] = useState(false);
  const [query, setQuery] = useState("");
  const [alert, setAlert] = useState<string | null>(null);
  const toast = useToast();
  const searched = useDeferredValue(query).trim();
  const rows = useMemo(() => {
    const isFound = createFilter(searched);
    return transcriptRows(segments).filter(({ segment }) => isFound(segment.text));
  }, [segments, searched]);
  const isSearching = searched !== "";
  const limit = isSearching ? SHOWN_MATCHES : PREVIEW_SEGMENTS;

  const copy = async () => {
    const isCopied = await copyText(transcriptAsText(t, segments));
    if (isCopied) toast.show(t("transcript.copied"));
    else setAlert(t("transcript.copyFailed"));
  };
  return (
    <TitledSection
      heading={t("transcript.title")}
      aside={
        <div className="flex gap-1 print:hidden">
          {download}
          <Button size="sm" variant="ghost" icon={Copy} onClick={() => void copy()}>
            {t("transcript.copy")}
          </Button>
        </div>
      }
    >
      {segments.length > PREVIEW_SEGMENTS && <SearchField query={query} onQuery={setQuery} />}
      <p role="status" className="mb-2 text-sm text-muted print:hidden">
        {isSearching &&
          (rows.length === 0
            ? t("transcript.noMatches", { text: searched })
            : t("transcript.matches", { count: rows.length }))}
      </p>
      <ol className="flex flex-col gap-2.5">
        {(isExpanded ? rows : rows.slice(0, limit)).map(({ segment, hasTimeHeader }, index) => (
          <li key={segment._id} data-segment={segment._id} className="print:break-inside-avoid">
            {hasTimeHeader && !isSearching && (
              <p className="pt-2 pb-1.5 font-mono text-xs text-faint tabular-nums">
                {formatElapsed(segment.startSeconds)}
              </p>
            )}
            {!isSearching &&
              gapsBetween(gaps, rows[index - 1]?.segment, segment).map((gap) => (
                <GapMark key={gap._id} gap={gap} />
              ))}
            <TranscriptLine
              segment={segment}
              highlight={searched}
              aside={
                <>
                  <PlayLine segment={segment} />
                  {isSearching && (
                    <SegmentLink segmentId={segment._id} quote={searched} marksImported={false} />
                  )}
                  {correctableId !== null && (
                    <CorrectLine interviewId={correctableId} segment={segment} />
                  )}
                </>
              }
            />
          </li>
        ))}
      </ol>
      {!isSearching &&
        rows.length <= limit &&
        gapsBetween(gaps, rows.at(-1)?.segment, undefined).map((gap) => (
          <GapMark key={gap._id} gap={gap} />
        ))}
      {rows.length > limit && (
        <Button
          size="sm"
          className="mt-4 print:hidden"
          icon={isExpanded ? ChevronUp : ChevronDown}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded
            ? t("transcript.less")
            : t("transcript.all", { number: formatNumber(rows.length) })}
        </Button>
      )}
      <AlertMessage message={alert} onClose={() => setAlert(null)} />
    </TitledSection>
  );
}

function GapMark({ gap }: { gap: Gap }) {
  const { t } = useTranslation("report");
  const missing = t("transcript.gap", { count: Math.max(1, Math.round(gap.lostSeconds)) });
  return (
    <p className="py-1 text-sm text-muted">
      {t(`speakers.${gap.speaker}`)}: {missing}
    </p>
  );
}

function SearchField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  const { t } = useTranslation("report");
  return (
    <div className="relative mb-2 max-w-sm print:hidden">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <Input
        type="text"
        role="searchbox"
        aria-label={t("transcript.search")}
        placeholder={t("transcript.search")}
        value={query}
        className="px-9"
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onQuery("")}
      />
      {query !== "" && (
        <IconButton
          icon={X}
          size="sm"
          label={t("transcript.clearSearch")}
          tooltip={false}
          className="absolute top-1/2 right-1 -translate-y-1/2"
          onClick={() => onQuery("")}
        />
      )}
    </div>
  );
}
