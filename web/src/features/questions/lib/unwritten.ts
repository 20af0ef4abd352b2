/** Requested questions that were not written, by category. */
import type { Question } from "../api/types";
import { countByCategory } from "./categories";
import { EMPTY_DISTRIBUTION, type Distribution } from "./distribution";

export function unwritten(
  asked: Distribution,
  written: readonly Pick<Question, "category">[],
): Distribution {
  const counts = countByCategory(written);
  const rest = { ...EMPTY_DISTRIBUTION };
  for (const category of Object.keys(rest) as (keyof Distribution)[]) {
    rest[category] = Math.max(0, asked[category] - counts[category]);
  }
  return rest;
}
