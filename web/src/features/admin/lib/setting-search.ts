/** Whether every word of `search` occurs in one of `texts`; case and accents do not count. */
export function matches(search: string, texts: readonly (string | null)[]): boolean {
  const haystack = fold(texts.filter((text) => text !== null).join("\n"));
  return fold(search)
    .split(/\s+/u)
    .every((word) => haystack.includes(word));
}

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}
