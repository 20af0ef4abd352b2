/** Names beside the bars of a chart, in at most two lines. */

const MIN_PX = 128;
/** Half of the chart on a phone. */
const MAX_PX = 168;
/** Of an average character at the size of these labels, and of the space between label and bar. */
const CHARACTER_PX = 7;
const GAP_PX = 10;

const charactersIn = (px: number) => Math.floor((px - GAP_PX) / CHARACTER_PX);

/** Wide enough for the longest word: a chart breaks lines between words only, and cuts off the rest. */
export function labelWidth(names: readonly string[]): number {
  const longest = Math.max(
    0,
    ...names.flatMap((name) => name.split(" ").map((word) => word.length)),
  );
  return Math.min(MAX_PX, Math.max(MIN_PX, Math.ceil(longest * CHARACTER_PX) + GAP_PX));
}

const cut = (text: string, characters: number) =>
  text.length > characters ? `${text.slice(0, characters - 1).trimEnd()}…` : text;

/** The name as far as it fits in two lines of this width. */
export function fitLabel(name: string, widthPx: number): string {
  const characters = charactersIn(widthPx);
  const words = name.split(" ").map((word) => cut(word, characters));
  let first = words.shift() ?? "";
  while (words[0] !== undefined && `${first} ${words[0]}`.length <= characters)
    first += ` ${words.shift() ?? ""}`;
  return words.length === 0 ? first : `${first} ${cut(words.join(" "), characters)}`;
}
