/** Tests of the texts of operation stages. */
import { describe, expect, it } from "vitest";

import { LANGUAGES } from "@/lib/i18n";
import de from "@/locales/de/common.json";
import en from "@/locales/en/common.json";
import fr from "@/locales/fr/common.json";

import { OPERATION_STAGES, stageText } from "./operation-stages";
import type { OperationStage } from "./types";

const words = { en: en.stages, de: de.stages, fr: fr.stages };

describe("stages of slow requests", () => {
  it.each(LANGUAGES)("have texts in %s, and there are no other texts", (language) => {
    expect(Object.keys(words[language]).sort()).toEqual(Object.keys(OPERATION_STAGES).sort());
  });

  it("show an unknown stage of a newer server as generic progress", () => {
    expect(stageText("writing_summary")).toBe("Writing the summary");
    expect(stageText("brewing_tea" as OperationStage)).toBe("Starting");
  });
});
