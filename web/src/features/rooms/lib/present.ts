/** Items that are present: trimmed, without blanks and duplicates. */
export function present(
  items: readonly (string | null | undefined)[] | null | undefined,
): string[] {
  return [...new Set((items ?? []).flatMap((item) => (item?.trim() ? [item.trim()] : [])))];
}
