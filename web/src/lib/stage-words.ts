/** Fallback text for a server stage: 'reading_cv' → 'Reading cv'. */
export function stageWords(stage: string): string {
  const words = stage.replaceAll(/[_-]+/gu, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
