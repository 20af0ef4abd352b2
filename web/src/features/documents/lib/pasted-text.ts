export const PASTED_TYPES = ["cv", "cover_letter", "job_description"] as const;
export type PastedType = (typeof PASTED_TYPES)[number];

/** A pasted text goes the same way as an upload: as a text file. */
export function textAsFile(text: string, type: PastedType): File {
  return new File([text.trim()], `${type.replace("_", "-")}.txt`, { type: "text/plain" });
}
