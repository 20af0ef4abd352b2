/** Digits of a typed or pasted one-time code. */
export const CODE_LENGTH = 6;

/** The digits of a typed or pasted code ('123 456', '123-456'), at most six. */
export function extractDigits(text: string): string {
  return text.replace(/\D/gu, "").slice(0, CODE_LENGTH);
}
