/** Pasted text as a file for upload. */
export const PASTED_TYPES = ["cv", "cover_letter", "job_description"] as const;
export type PastedType = (typeof PASTED_TYPES)[number];

/** Turns a pasted text into a text file, to be uploaded like any other. */
export function textAsFile(text: string, type: PastedType): File {
  return new File([text.trim()], `${type.replace("_", "-")}.txt`, { type: "text/plain" });
}
