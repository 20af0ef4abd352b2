/** Whether there is enough conversation to analyze, as far as this browser knows. */

export interface SpokenEntry {
  text: string;
  isFinal: boolean;
}

const MIN_CHARACTERS = 100;
const MIN_FINAL_CHARACTERS = 50;
const MIN_ENTRIES = 3;
const MIN_FINAL_ENTRIES = 2;

/** Ready with over 100 characters, or over 50 in final lines, and 3 entries or 2 final ones. */
export function isConversationReady(entries: readonly SpokenEntry[]): boolean {
  const finals = entries.filter(({ isFinal }) => isFinal);
  const isLong =
    countCharacters(entries) > MIN_CHARACTERS || countCharacters(finals) > MIN_FINAL_CHARACTERS;
  return isLong && (entries.length >= MIN_ENTRIES || finals.length >= MIN_FINAL_ENTRIES);
}

function countCharacters(entries: readonly SpokenEntry[]): number {
  return entries.reduce((sum, { text }) => sum + text.length, 0);
}
