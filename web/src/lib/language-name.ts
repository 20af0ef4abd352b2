/** Name of a language by the code that the speech model uses. */

/** Codes of the speech model that browsers know by another name. */
const STANDARD_CODES: Record<string, string> = { jw: "jv" };

export function languageName(code: string, locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(
    STANDARD_CODES[code] ?? code,
  );
  return name ? name.charAt(0).toLocaleUpperCase(locale) + name.slice(1) : code;
}
