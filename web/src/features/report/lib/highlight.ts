/** `text` around the first place where `quote` stands in it word for word; null when it does not. */
export function splitAtQuote(text: string, quote: string | null): [string, string, string] | null {
  if (quote === null || quote.trim() === "") return null;
  const at = text.indexOf(quote);
  if (at < 0) return null;
  return [text.slice(0, at), quote, text.slice(at + quote.length)];
}
