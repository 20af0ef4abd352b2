/** Custom introduction of the landing page. */
export interface LandingText {
  heading: string;
  paragraphs: string[];
}

/** Parses a custom introduction: the first line is the heading, the rest are paragraphs. */
export function parseLandingText(text: string | null | undefined): LandingText | null {
  const [heading, ...paragraphs] = (text ?? "")
    .split(/\n+/u)
    .map((line) => line.trim())
    .filter(Boolean);
  return heading === undefined ? null : { heading, paragraphs };
}
