/** Accepted types and sizes of uploaded documents. */
import { formatNumber } from "./format";

/** Until the server has said what its administrator allows. */
export const MAX_DOCUMENT_BYTES = 10_485_760;
const EXTENSIONS = [".pdf", ".doc", ".docx", ".txt"];
/** `accept` value for file dialogs. */
export const ACCEPTED_DOCUMENTS = EXTENSIONS.join(",");

/** '10' for 10 MB, as the texts about the limit have it. */
export function formatMegabytes(bytes: number): string {
  return formatNumber(bytes / 1024 ** 2);
}

/** Why a file is not uploaded, or null. Checks name and size only; the server checks the content. */
export function documentProblem(
  file: { name: string; size: number },
  maxBytes: number,
): "unsupportedType" | "tooLarge" | null {
  const name = file.name.toLowerCase();
  if (!EXTENSIONS.some((extension) => name.endsWith(extension))) return "unsupportedType";
  return file.size > maxBytes ? "tooLarge" : null;
}
