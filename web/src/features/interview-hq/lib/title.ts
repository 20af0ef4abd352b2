/** Title of an Interview HQ page. */
import type { TFunction } from "i18next";

/** Default candidate names of new interviews, which are shown as 'New Interview'. */
const UNNAMED = ["", "Unnamed Candidate", "New Interview"];

export function hqTitle(t: TFunction<["hq", "common"]>, candidateName: string): string {
  const name = candidateName.trim();
  return UNNAMED.includes(name) ? t("newInterview") : name;
}
