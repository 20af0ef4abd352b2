import { TriangleAlert } from "lucide-react";

import type { Segment } from "../api/types";
import { formatDuration, interviewMinutes } from "../lib/duration";
import { hasBarLabel, talkTime, talkTimeInsight } from "../lib/talk-time";
import { ReportSection } from "./report-section";

interface StatisticsSectionProps {
  segments: readonly Segment[];
  billedMinutes: number | null;
  billedCredits: number | null;
}

export function StatisticsSection({
  segments,
  billedMinutes,
  billedCredits,
}: StatisticsSectionProps) {
  const minutes = interviewMinutes(billedMinutes, segments);
  const split = talkTime(segments);
  const insight = split && talkTimeInsight(split.candidatePercent);
  return (
    <ReportSection heading="Interview statistics">
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        <Figure name="Duration" value={minutes === null ? "Not known" : formatDuration(minutes)} />
        {billedCredits !== null && <Figure name="Credits" value={String(billedCredits)} />}
        <Figure name="Transcript lines" value={String(segments.length)} />
      </dl>
      {split && (
        <div className="mt-5 max-w-prose">
          <p className="mb-1.5 text-sm text-muted">
            Talk time{split.measuredBy === "text" && ", by length of text"}
          </p>
          <div
            role="img"
            aria-label={`Candidate ${split.candidatePercent}%, interviewer ${split.interviewerPercent}%`}
            className="flex h-7 overflow-hidden rounded-md text-sm font-medium tabular-nums print:[print-color-adjust:exact]"
          >
            <span
              className="flex items-center justify-center bg-accent text-on-accent"
              style={{ width: `${split.candidatePercent}%` }}
            >
              {hasBarLabel(split.candidatePercent) && `${split.candidatePercent}%`}
            </span>
            <span
              className="flex items-center justify-center bg-line text-ink"
              style={{ width: `${split.interviewerPercent}%` }}
            >
              {hasBarLabel(split.interviewerPercent) && `${split.interviewerPercent}%`}
            </span>
          </div>
          <p aria-hidden className="mt-1.5 flex justify-between text-sm text-muted">
            <span>Candidate</span>
            <span>Interviewer</span>
          </p>
        </div>
      )}
      {insight && (
        <p className="mt-3 flex items-center gap-2 text-warning-ink">
          <TriangleAlert size={16} className="shrink-0" aria-hidden /> {insight}
        </p>
      )}
    </ReportSection>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 text-lg font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
