/** Compares two versions of a list field for the change history. */
/** Entries that a list gained and lost, compared by their text. */
export function listChanges(
  before: readonly unknown[],
  after: readonly unknown[],
): { added: unknown[]; removed: unknown[] } {
  const said = (list: readonly unknown[]) => new Set(list.map((entry) => JSON.stringify(entry)));
  const old = said(before);
  const now = said(after);
  return {
    added: after.filter((entry) => !old.has(JSON.stringify(entry))),
    removed: before.filter((entry) => !now.has(JSON.stringify(entry))),
  };
}

/** A list entry on one line: 'Engineer · Acme · 2019-06 – 2022-02'. */
export function entryText(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return String(entry);
  const fields = entry as Record<string, unknown>;
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const period = [text("start"), text("end")].filter(Boolean).join(" – ");
  const names = ["title", "degree", "company", "institution"].map(text);
  return [...names, period].filter(Boolean).join(" · ");
}
