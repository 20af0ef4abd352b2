/** Which texts are short enough for a chip. */

const MAX_CHARACTERS = 40;

/** Whether a text is a name rather than a sentence: 'PostgreSQL', but not a whole requirement. */
export function isShortName(text: string): boolean {
  return text.length <= MAX_CHARACTERS;
}
