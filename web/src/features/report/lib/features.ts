import type { TFunction } from "i18next";

import type { ScoreBasis } from "../api/types";

const FEATURES = [
  "figure",
  "action",
  "result",
  "named",
  "time",
  "reason",
  "method",
  "structure",
  "people",
  "hedge",
  "generality",
  "admission",
  "avoidance",
  "blame",
  "gap",
] as const;

/** What was counted, in the language of the screen; a feature that is not known has the server's label. */
export function featureName(
  t: TFunction<"report">,
  { feature, label }: Pick<ScoreBasis, "feature" | "label">,
): string {
  const known = FEATURES.find((name) => name === feature);
  return known ? t(`features.${known}`) : label;
}
