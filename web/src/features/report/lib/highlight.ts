/** `text` before, in and after the first verbatim occurrence of `quote`; null if there is none. */
export function splitAtQuote(text: string, quote: string | null): [string, string, string] | null {
  if (quote === null || quote.trim() === "") return null;
  const at = text.indexOf(quote);
  if (at < 0) return null;
  return [text.slice(0, at), quote, text.slice(at + quote.length)];
}
