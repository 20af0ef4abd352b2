import { useSearchParams } from "react-router";

/** The page of a list, from 1, and how to turn to another one; it stands in the address. */
export function usePage(): [number, (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1);
  const turnTo = (next: number) =>
    setSearch((old) => {
      const kept = new URLSearchParams(old);
      if (next === 1) kept.delete("page");
      else kept.set("page", String(next));
      return kept;
    });
  return [page, turnTo];
}
