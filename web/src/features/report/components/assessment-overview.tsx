/** Assessment overview of a report: scores and tone. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { TitledSection } from "@/components/ui/titled-section";

import type { Analysis, Sentiment } from "../api/types";
import { isJudged } from "../lib/judged-questions";
import { missingReason } from "../lib/missing";
import { ScoreCard } from "./score-card";

const SENTIMENT_TONES: Record<Sentiment, BadgeTone> = {
  very_positive: "success",
  positive: "success",
  neutral: "neutral",
  negative: "warning",
  very_negative: "danger",
};

interface AssessmentOverviewProps {
  analysis: Analysis;
  /** Shows the scores by question; null if there are none. */
  onShowQuestions: (() => void) | null;
  /** Shown below the scores. */
  children?: ReactNode;
}

export function AssessmentOverview(props: AssessmentOverviewProps) {
  const { t } = useTranslation("report");
  const { analysis, onShowQuestions, children } = props;
  const { scores, scoreBasis, missing, sentiment } = analysis;
  return (
    <TitledSection
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
          range={scores.technicalRange ?? null}
          basis={scoreBasis.technical}
          reason={missingReason(t, missing, "scores.technical")}
          onShowQuestions={onShowQuestions}
        />
        <ScoreCard
          name={t("categories.communication")}
          score={scores.communication}
          range={scores.communicationRange ?? null}
          basis={scoreBasis.communication}
          reason={missingReason(t, missing, "scores.communication")}
          onShowQuestions={onShowQuestions}
        />
      </div>
      <p className="mt-4 max-w-prose text-sm text-muted print:hidden">
        {t(isJudged(analysis) ? "overview.judgedHint" : "overview.hint")}
      </p>
      {children}
    </TitledSection>
  );
}
