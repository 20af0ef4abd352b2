/** The list with the entry at `from` moved to the place `to`; the others keep their order. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_entry, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** The questions in the order of `ids`; one that it does not name comes after them. */
export function inOrder<T extends { _id: string }>(
  questions: readonly T[],
  ids: readonly string[],
): T[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = (question: T) => places.get(question._id) ?? ids.length;
  return [...questions].sort((one, other) => placeOf(one) - placeOf(other));
}
