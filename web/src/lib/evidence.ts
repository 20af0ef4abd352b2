/** Evidence: the places in a document text that support a record field. */
/** A range of a document's text. Offsets count code points, as on the server. */
export interface Span {
  start: number;
  end: number;
}

export interface EvidenceSource {
  parsedData: Record<string, unknown> | null;
  /** Places of the value at `path` of `parsedData`, such as 'skills.3' or 'experience.0.title'. */
  evidence: readonly (Span & { path: string })[];
}

/** Fields that identify an entry in a list of objects. */
const IDENTITY = ["title", "company", "degree", "institution", "name"];

const plain = (value: unknown) =>
  typeof value === "string" ? value.trim().toLocaleLowerCase() : "";

function isSame(parsed: unknown, current: unknown): boolean {
  if (typeof parsed !== "object" || parsed === null)
    return plain(parsed) !== "" && plain(parsed) === plain(current);
  const entry = parsed as Record<string, unknown>;
  const other = (current ?? {}) as Record<string, unknown>;
  const names = IDENTITY.filter((name) => plain(entry[name]) !== "" || plain(other[name]) !== "");
  return names.length > 0 && names.every((name) => plain(entry[name]) === plain(other[name]));
}

/**
 * Places in a document that support a record's `field`. List entries are matched by content,
 * because a record may combine lists of several documents or have been edited.
 */
export function findSpans(source: EvidenceSource, field: string, value?: unknown): Span[] {
  const parsed = source.parsedData?.[field];
  const prefixes = Array.isArray(parsed)
    ? parsed.flatMap((entry: unknown, index) => (isSame(entry, value) ? [`${field}.${index}`] : []))
    : [field];
  return source.evidence
    .filter(({ path }) =>
      prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}.`)),
    )
    .map(({ start, end }) => ({ start, end }));
}

const BEYOND_UTF16 = /[\u{10000}-\u{10ffff}]/u;

/** Converts spans to UTF-16 offsets, where an emoji counts as two. */
export function inUtf16<T extends Span>(text: string, spans: readonly T[]): T[] {
  if (!BEYOND_UTF16.test(text)) return [...spans];
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  const toOffset = (point: number) => offsets[point] ?? text.length;
  return spans.map((span) => ({ ...span, start: toOffset(span.start), end: toOffset(span.end) }));
}

export interface Mark extends Span {
  kind: "shown" | "flag";
}

export interface Piece {
  text: string;
  kinds: readonly Mark["kind"][];
}

/** Splits a text where marks begin and end; marks may overlap or be out of bounds. */
export function cutByMarks(text: string, marks: readonly Mark[]): Piece[] {
  const current = inUtf16(text, marks).filter(
    ({ start, end }) => start < end && start < text.length,
  );
  const cuts = new Set([0, text.length]);
  for (const { start, end } of current)
    cuts.add(Math.max(0, start)).add(Math.min(text.length, end));
  const bounds = [...cuts].sort((one, other) => one - other);
  return bounds.slice(0, -1).map((start, index) => {
    const end = bounds[index + 1] ?? text.length;
    const kinds = current.filter((mark) => mark.start <= start && mark.end >= end);
    return { text: text.slice(start, end), kinds: [...new Set(kinds.map(({ kind }) => kind))] };
  });
}

const AROUND = 60;

/** The first span with a little surrounding text, on one line. */
export function buildExcerpt(
  text: string,
  spans: readonly Span[],
): { before: string; found: string; after: string } | null {
  const first = inUtf16(text, spans)[0];
  if (first === undefined || first.start >= text.length) return null;
  const line = (part: string) => part.replaceAll(/\s+/gu, " ");
  const before = line(text.slice(Math.max(0, first.start - AROUND), first.start));
  const after = line(text.slice(first.end, first.end + AROUND));
  return {
    before: first.start > AROUND ? `…${before}` : before,
    found: line(text.slice(first.start, first.end)),
    after: first.end + AROUND < text.length ? `${after}…` : after,
  };
}
