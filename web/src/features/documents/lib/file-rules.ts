export const MAX_FILE_BYTES = 10_485_760;
export const ACCEPTED_EXTENSIONS = [".pdf", ".doc", ".docx", ".txt"] as const;
export const ACCEPT = ACCEPTED_EXTENSIONS.join(",");

/** Why a file cannot be taken, or null. By name and size only: the server looks at the content. */
export function fileProblem(file: { name: string; size: number }): string | null {
  const name = file.name.toLowerCase();
  if (!ACCEPTED_EXTENSIONS.some((extension) => name.endsWith(extension))) {
    return "File type not supported. Please use PDF, DOCX, or TXT files.";
  }
  if (file.size > MAX_FILE_BYTES) return "File size must be less than 10MB";
  return null;
}

const UNITS = ["Bytes", "KB", "MB", "GB"] as const;

/** At most two decimals, units up to GB. */
export function formatFileSize(bytes: number): string {
  if (bytes <= 0) return "0 Bytes";
  const exponent = Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = Math.round((bytes / 1024 ** exponent) * 100) / 100;
  return `${String(value)} ${UNITS[exponent] ?? "GB"}`;
}

export const DOCUMENT_TYPES = ["cv", "cover_letter", "job_description"] as const;
export type PastedType = (typeof DOCUMENT_TYPES)[number];

const TYPE_LABELS: Record<string, string> = {
  cv: "CV",
  cover_letter: "Cover Letter",
  job_description: "Job Description",
  unsupported: "Unsupported",
};

export function documentTypeLabel(type: string | null | undefined): string {
  return type ? (TYPE_LABELS[type] ?? type) : "Not yet known";
}

/** A pasted text goes the same way as an upload: as a text file. */
export function textAsFile(text: string, type: PastedType): File {
  return new File([text.trim()], `${type.replace("_", "-")}.txt`, { type: "text/plain" });
}
