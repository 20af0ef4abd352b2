/** Assessment overview of a report: scores and tone. */
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";

import type { Analysis, Sentiment } from "../api/types";
import { missingReason } from "../lib/missing";
import { ReportSection } from "./report-section";
import { ScoreCard } from "./score-card";

const SENTIMENT_TONES: Record<Sentiment, BadgeTone> = {
  very_positive: "success",
  positive: "success",
  neutral: "neutral",
  negative: "warning",
  very_negative: "danger",
};

export function AssessmentOverview({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation("report");
  const { scores, scoreBasis, missing, sentiment } = analysis;
  return (
    <ReportSection
      heading={t("overview.title")}
      aside={
        sentiment && (
          <p className="flex items-center gap-2 text-sm text-muted">
            {t("overview.tone")}
            <Badge tone={SENTIMENT_TONES[sentiment.overall]}>
              {t(`overview.sentiments.${sentiment.overall}`)}
            </Badge>
          </p>
        )
      }
    >
      <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-2">
        <ScoreCard
          name={t("categories.technical")}
          score={scores.technical}
          basis={scoreBasis.technical}
          reason={missingReason(t, missing, "scores.technical")}
        />
        <ScoreCard
          name={t("categories.communication")}
          score={scores.communication}
          basis={scoreBasis.communication}
          reason={missingReason(t, missing, "scores.communication")}
        />
      </div>
      <p className="mt-4 max-w-prose text-sm text-muted print:hidden">{t("overview.hint")}</p>
    </ReportSection>
  );
}
