/** Server results for the debounced query; none if it is too short. */
import { useQuery } from "@tanstack/react-query";

import { useDebounced } from "@/hooks/use-debounced";

import { candidateSearch, interviewSearch, jobSearch } from "../api/palette-search";

const DEBOUNCE_MS = 300;
const MIN_CHARACTERS = 2;

const NONE: never[] = [];

export function usePaletteSearch(query: string) {
  const typed = query.trim();
  const words = useDebounced(typed, DEBOUNCE_MS);
  const isLong = typed.length >= MIN_CHARACTERS;
  const enabled = isLong && words.length >= MIN_CHARACTERS;
  const interviews = useQuery({ ...interviewSearch(words), enabled });
  const candidates = useQuery({ ...candidateSearch(words), enabled });
  const jobs = useQuery({ ...jobSearch(words), enabled });
  const all = [interviews, candidates, jobs];
  return {
    interviews: isLong ? (interviews.data ?? NONE) : NONE,
    candidates: isLong ? (candidates.data ?? NONE) : NONE,
    jobs: isLong ? (jobs.data ?? NONE) : NONE,
    isSearching: isLong && (words !== typed || all.some((one) => one.isFetching)),
    hasFailed: isLong && all.some((one) => one.isError),
  };
}
