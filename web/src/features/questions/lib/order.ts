/** Moves the entry at `from` to `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_entry, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Sorts questions by `ids`; questions not in it come last. */
export function inOrder<T extends { _id: string }>(
  questions: readonly T[],
  ids: readonly string[],
): T[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const findPlace = (question: T) => places.get(question._id) ?? ids.length;
  return [...questions].sort((one, other) => findPlace(one) - findPlace(other));
}
