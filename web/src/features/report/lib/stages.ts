import type { TFunction } from "i18next";

import { stageWords } from "@/lib/stage-words";

// The server names its stages in English; here is what each is called in the catalogue.
const STAGES = {
  "Waiting in line": "waiting",
  "Reading the transcript": "reading",
  "Putting strengths into words": "strengths",
  "Putting concerns into words": "concerns",
  "Writing the summary": "summary",
  "Writing the assessments": "assessments",
  "Choosing key quotes": "quotes",
  "Writing follow-up questions": "followUps",
  Done: "done",
} as const;

function isKnown(stage: string): stage is keyof typeof STAGES {
  return Object.hasOwn(STAGES, stage);
}

/** A stage of the analysis in the language of the screen. */
export function stageText(t: TFunction<"report">, stage: string): string {
  return isKnown(stage) ? t(`stages.${STAGES[stage]}`) : stageWords(stage);
}
