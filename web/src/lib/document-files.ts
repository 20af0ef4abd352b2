/** Accepted types and sizes of uploaded documents. */
export const MAX_DOCUMENT_BYTES = 10_485_760;
const EXTENSIONS = [".pdf", ".doc", ".docx", ".txt"];
/** `accept` value for file dialogs. */
export const ACCEPTED_DOCUMENTS = EXTENSIONS.join(",");

/** Why a file is not uploaded, or null. Checks name and size only; the server checks the content. */
export function documentProblem(file: {
  name: string;
  size: number;
}): "unsupportedType" | "tooLarge" | null {
  const name = file.name.toLowerCase();
  if (!EXTENSIONS.some((extension) => name.endsWith(extension))) return "unsupportedType";
  return file.size > MAX_DOCUMENT_BYTES ? "tooLarge" : null;
}
