/** State of a review in one line: own scores, decision, reviewers. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "@/lib/format";

import type { Review, Scorecard } from "../api/types";
import { CRITERIA } from "../lib/agreement";
import { OutcomeBadge } from "./outcome-badge";

export function ReviewSummary({ review }: { review: Review }) {
  const { t } = useTranslation("review");
  const { mine, decision, reviewers, canScore, isOwner, isConcealed } = review;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {canScore && (
        <Fact name={t("form.title")}>{mine ? <Scores card={mine} /> : t("summary.notScored")}</Fact>
      )}
      {(isOwner || !isConcealed) && (
        <Fact name={t("decision.title")}>
          {decision ? <OutcomeBadge outcome={decision.outcome} /> : t("summary.undecided")}
        </Fact>
      )}
      {reviewers.length > 0 && (
        <Fact name={t("reviewers.title")}>
          {t("summary.reviewers", {
            scored: formatNumber(reviewers.filter(({ hasScored }) => hasScored).length),
            total: formatNumber(reviewers.length),
          })}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 flex min-h-5.5 items-center font-medium">{children}</dd>
    </div>
  );
}

function Scores({ card }: { card: Scorecard }) {
  const { t } = useTranslation("review");
  return CRITERIA.flatMap((criterion) => {
    const score = card[criterion];
    return score === null ? [] : [`${t(`criteria.${criterion}`)} ${formatNumber(score)}`];
  }).join(" · ");
}
