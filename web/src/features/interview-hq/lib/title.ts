/** Title of an Interview HQ page. */
import type { TFunction } from "i18next";

import { getCandidateName } from "@/api/candidate-name";

export function hqTitle(t: TFunction<["hq", "common"]>, candidateName: string): string {
  return getCandidateName(candidateName) ?? t("newInterview");
}
