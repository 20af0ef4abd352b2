import { Badge, type BadgeTone } from "@/components/ui/badge";

import type { Analysis, Sentiment } from "../api/types";
import { missingReason } from "../lib/missing";
import { ReportSection } from "./report-section";
import { ScoreCard } from "./score-card";

const SENTIMENTS: Record<Sentiment, { label: string; tone: BadgeTone }> = {
  very_positive: { label: "Very positive", tone: "success" },
  positive: { label: "Positive", tone: "success" },
  neutral: { label: "Neutral", tone: "neutral" },
  negative: { label: "Negative", tone: "warning" },
  very_negative: { label: "Very negative", tone: "danger" },
};

export function AssessmentOverview({ analysis }: { analysis: Analysis }) {
  const { scores, scoreBasis, missing, sentiment } = analysis;
  return (
    <ReportSection
      heading="Assessment overview"
      aside={
        sentiment && (
          <p className="flex items-center gap-2 text-sm text-muted">
            Tone
            <Badge tone={SENTIMENTS[sentiment.overall].tone}>
              {SENTIMENTS[sentiment.overall].label}
            </Badge>
          </p>
        )
      }
    >
      <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-2">
        <ScoreCard
          name="Technical"
          score={scores.technical}
          basis={scoreBasis.technical}
          reason={missingReason(missing, "scores.technical")}
        />
        <ScoreCard
          name="Communication"
          score={scores.communication}
          basis={scoreBasis.communication}
          reason={missingReason(missing, "scores.communication")}
        />
      </div>
      <p className="mt-4 max-w-prose text-sm text-muted print:hidden">
        Scores are counted from what was said, never guessed: open each one to see what was counted.
      </p>
    </ReportSection>
  );
}
