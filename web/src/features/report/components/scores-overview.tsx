/** Chart of the scores of the report, next to the interviewer's own scores of the questions. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { questionScoresQuery } from "../api/question-scores";
import type { Analysis } from "../api/types";
import { ChartPlace, LazyScoresChart } from "./charts/lazy-charts";

const ROW_PX = 34;

interface ScoresOverviewProps {
  /** Null for readers other than the owner, who do not see the owner's scores of the questions. */
  interviewId: string | null;
  scores: Analysis["scores"];
}

export function ScoresOverview({ interviewId, scores }: ScoresOverviewProps) {
  const { t } = useTranslation("report");
  const questions = useQuery({
    ...questionScoresQuery(interviewId ?? ""),
    enabled: interviewId !== null,
  });
  const ownScores = questions.data ?? [];
  // The scores of the report alone are already shown above.
  if (ownScores.length === 0) return null;
  const bars = [
    { name: t("categories.technical"), score: scores.technical },
    { name: t("categories.communication"), score: scores.communication },
    ...ownScores.map(({ question, score }, index) => ({
      name: t("charts.questionNumber", { number: index + 1 }),
      description: question,
      score,
    })),
  ].flatMap(({ score, ...bar }) => (score === null ? [] : [{ ...bar, score }]));
  return (
    <ChartPlace heightPx={bars.length * ROW_PX + 36}>
      <LazyScoresChart bars={bars} />
    </ChartPlace>
  );
}
