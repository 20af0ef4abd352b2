/** Title of a job description, or a placeholder. */
import type { TFunction } from "i18next";

import type { JobDescription } from "../api/types";

/** Title of a job, or a placeholder where the document has none. */
export function jobTitle(t: TFunction<"jobs">, job: Pick<JobDescription, "parsed">): string {
  const title = job.parsed?.title.trim() ?? "";
  return title === "" ? t("untitled") : title;
}
