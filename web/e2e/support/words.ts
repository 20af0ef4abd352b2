/** Lower-case words without punctuation; hyphens part words. */
export function words(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/[-–—]/g, " ")
    .replaceAll(/[^\p{L}\p{N}'\s]/gu, "")
    .split(/\s+/)
    .filter(Boolean);
}

/** Word error rate: the least number of changed, added and missing words, by reference word. */
export function wordErrorRate(reference: string[], heard: string[]): number {
  let previous = heard.map((_, column) => column + 1);
  previous.unshift(0);
  for (const [row, wanted] of reference.entries()) {
    const current = [row + 1];
    for (const [column, word] of heard.entries()) {
      current.push(
        Math.min(
          (previous[column] ?? 0) + (word === wanted ? 0 : 1),
          (previous[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
        ),
      );
    }
    previous = current;
  }
  return (previous.at(-1) ?? 0) / Math.max(1, reference.length);
}
