import type { TFunction } from "i18next";

/** What an interview is called before it is known whom it is with (a default of the server). */
const UNNAMED = "Unnamed Candidate";

export function hqTitle(t: TFunction<["hq", "common"]>, candidateName: string): string {
  const name = candidateName.trim();
  return name === "" || name === UNNAMED ? t("newInterview") : name;
}
