/** Word error rate of a transcript. */

/** Lower-case words without punctuation; a hyphen separates words. */
export function words(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/[-–—]/g, " ")
    .replaceAll(/[^\p{L}\p{N}'\s]/gu, "")
    .split(/\s+/)
    .filter(Boolean);
}

/** Word error rate: substituted, inserted and deleted words divided by reference words. */
export function wordErrorRate(reference: string[], transcribed: string[]): number {
  let previous = transcribed.map((_, column) => column + 1);
  previous.unshift(0);
  for (const [row, expected] of reference.entries()) {
    const current = [row + 1];
    for (const [column, word] of transcribed.entries()) {
      current.push(
        Math.min(
          (previous[column] ?? 0) + (word === expected ? 0 : 1),
          (previous[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
        ),
      );
    }
    previous = current;
  }
  return (previous.at(-1) ?? 0) / Math.max(1, reference.length);
}
