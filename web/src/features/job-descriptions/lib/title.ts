import type { TFunction } from "i18next";

import type { JobDescription } from "../api/types";

/** A job that its document gave no title is still called something. */
export function jobTitle(t: TFunction<"jobs">, job: Pick<JobDescription, "parsed">): string {
  const title = job.parsed?.title.trim() ?? "";
  return title === "" ? t("untitled") : title;
}
