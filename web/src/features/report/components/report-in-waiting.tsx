/** The report tab while the report is concealed or not written: the review, and the transcript to score by. */
import type { ReactNode } from "react";

import type { Gap, Segment } from "../api/types";
import { TranscriptDownload } from "./download-menu";
import { EvidenceArea } from "./evidence-drawer";
import type { ReportedInterview } from "./report-page";
import { StatisticsSection } from "./statistics-section";
import { TranscriptSection } from "./transcript-section";

interface ReportInWaitingProps {
  interview: ReportedInterview;
  /** Null for a reviewer, who may not correct lines of the transcript. */
  correctableId: string | null;
  segments: readonly Segment[];
  /** Where the sound of a speaker is missing. */
  gaps?: readonly Gap[] | undefined;
  /** Nothing but the state of the report is shown without a review. */
  review: ReactNode;
  /** The state of the report. */
  children: ReactNode;
}

export function ReportInWaiting(props: ReportInWaitingProps) {
  const { interview, correctableId, segments, gaps, review, children } = props;
  if (review === undefined) return children;
  return (
    <EvidenceArea segments={segments}>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-7">
        {children}
        {review}
        {segments.length > 0 && (
          <>
            <TranscriptSection
              correctableId={correctableId}
              segments={segments}
              gaps={gaps}
              download={
                interview._id !== null && <TranscriptDownload interviewId={interview._id} />
              }
            />
            <StatisticsSection
              segments={segments}
              billedMinutes={interview.billedMinutes}
              billedCredits={interview.billedCredits}
            />
          </>
        )}
      </div>
    </EvidenceArea>
  );
}
