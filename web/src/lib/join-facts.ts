/** Short facts in one line. Where the line breaks, the dot stays with the fact before it. */
export const joinFacts = (facts: readonly (string | null | undefined | false)[]) =>
  facts.filter(Boolean).join("\u00a0· ");
