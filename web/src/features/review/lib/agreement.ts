/** Sentences about how far reviewers agree, and how the report differs from them. */
import type { TFunction } from "i18next";

import { formatNumber } from "@/lib/format";

import type { Agreement, Outcome, Spread } from "../api/types";

type T = TFunction<"review">;

export const OUTCOMES = ["advance", "hold", "reject"] as const satisfies readonly Outcome[];
export const CRITERIA = ["technical", "communication"] as const;
export type Criterion = (typeof CRITERIA)[number];

/** 'Technical: far apart (3 to 7)'; null with fewer than two scores. */
export function spreadText(t: T, criterion: Criterion, spread: Spread): string | null {
  const { level, lowest, highest } = spread;
  if (level === null || lowest === null || highest === null) return null;
  const name = t(`criteria.${criterion}`);
  if (lowest === highest) return t("agreement.same", { name, score: formatNumber(lowest) });
  return t(`agreement.levels.${level}`, {
    name,
    lowest: formatNumber(lowest),
    highest: formatNumber(highest),
  });
}

/** 'All recommend: Advance', or the counts; null with fewer than two recommendations. */
export function recommendationsText(t: T, agreement: Agreement): string | null {
  if (agreement.isUnanimous === null) return null;
  const given = OUTCOMES.filter((outcome) => (agreement.recommendations[outcome] ?? 0) > 0);
  const [only] = given;
  if (agreement.isUnanimous && only) {
    return t("agreement.unanimous", { outcome: t(`outcomes.${only}`) });
  }
  const counts = given.map((outcome) =>
    t("agreement.count", {
      outcome: t(`outcomes.${outcome}`),
      number: formatNumber(agreement.recommendations[outcome] ?? 0),
    }),
  );
  return t("agreement.divided", { counts: counts.join(", ") });
}

/** The report's score minus the mean of the people, such as '+1.2'; null if either is missing. */
export function difference(reportScore: number | null, mean: number | null): string | null {
  if (reportScore === null || mean === null) return null;
  const points = Math.round((reportScore - mean) * 10) / 10;
  const sign = points > 0 ? "+" : points < 0 ? "−" : "±";
  return `${sign}${formatNumber(Math.abs(points), 1)}`;
}
