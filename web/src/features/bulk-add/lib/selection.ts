/** Selection of documents in the import preview. */
interface Item {
  sourceDocumentId: string;
  duplicateOf: string | null;
}

/** Manual selections by document id. */
export type Choices = ReadonlyMap<string, boolean>;

/** Duplicates are not selected by default. */
export function isSelected(item: Item, choices: Choices): boolean {
  return choices.get(item.sourceDocumentId) ?? item.duplicateOf === null;
}

export function selectedIds(items: readonly Item[], choices: Choices): string[] {
  return items
    .filter((item) => isSelected(item, choices))
    .map(({ sourceDocumentId }) => sourceDocumentId);
}

export function choose(choices: Choices, items: readonly Item[], isChosen: boolean): Choices {
  return new Map([
    ...choices,
    ...items.map(({ sourceDocumentId }) => [sourceDocumentId, isChosen] as const),
  ]);
}

/** State of the select-all checkbox. */
export function buildSelection(
  items: readonly Item[],
  choices: Choices,
): boolean | "indeterminate" {
  const count = selectedIds(items, choices).length;
  if (count === 0) return false;
  return count === items.length || "indeterminate";
}
