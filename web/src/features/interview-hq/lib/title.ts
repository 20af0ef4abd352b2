import type { TFunction } from "i18next";

/** What an interview is called before it is known whom it is with, by the documents' two ways to make one. */
const UNNAMED = ["", "Unnamed Candidate", "New Interview"];

export function hqTitle(t: TFunction<["hq", "common"]>, candidateName: string): string {
  const name = candidateName.trim();
  return UNNAMED.includes(name) ? t("newInterview") : name;
}
