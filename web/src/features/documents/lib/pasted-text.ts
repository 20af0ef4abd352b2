/** Pasted text as a file for upload. */
import type { DocumentsOwner } from "../api/documents-query";

export type PastedType = "cv" | "cover_letter" | "job_description";

/** Types that can be chosen, by what the text is added to; the first one is preselected. */
export const PASTED_TYPES = {
  interviews: ["cv", "cover_letter", "job_description"],
  candidates: ["cv", "cover_letter"],
  "job-descriptions": ["job_description"],
} as const satisfies Record<DocumentsOwner["kind"], readonly [PastedType, ...PastedType[]]>;

/** Turns a pasted text into a text file, to be uploaded like any other. */
export function textAsFile(text: string, type: PastedType): File {
  return new File([text.trim()], `${type.replace("_", "-")}.txt`, { type: "text/plain" });
}
