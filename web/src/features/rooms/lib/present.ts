/** What is there of `items`, trimmed, without blanks and repeats. */
export function present(
  items: readonly (string | null | undefined)[] | null | undefined,
): string[] {
  return [...new Set((items ?? []).flatMap((item) => (item?.trim() ? [item.trim()] : [])))];
}
