/** A stage of the server as a sentence: 'reading_cv' → 'Reading cv'; words stay as they are. */
export function stageWords(stage: string): string {
  const words = stage.replaceAll(/[_-]+/gu, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
