import { useSearchParams } from "react-router";

export type SortOrder = "asc" | "desc";

export interface ListView {
  /** Trimmed; empty for no search. */
  q: string;
  status: string;
  /** Null for the server's own order: the best first where something is searched, else the latest. */
  sort: string | null;
  order: SortOrder;
  page: number;
}

const oneOf = (value: string | null, known: readonly string[]) =>
  known.find((entry) => entry === value) ?? null;

/**
 * What a list shows: search, filter, order and page. It stands in the address, so that a link shows
 * the same; what this list does not know there is left aside.
 */
export function useListView(known: {
  sorts: readonly string[];
  statuses?: readonly string[];
}): [ListView, (change: Partial<ListView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view: ListView = {
    q: search.get("q")?.trim() ?? "",
    status: oneOf(search.get("status"), known.statuses ?? []) ?? "",
    sort: oneOf(search.get("sort"), known.sorts),
    order: search.get("order") === "desc" ? "desc" : "asc",
    page: Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1),
  };
  const show = (change: Partial<ListView>) =>
    setSearch(
      (old) => {
        // Another selection begins on its first page.
        const next = { ...view, page: 1, ...change };
        const kept = new URLSearchParams(old);
        const wanted = {
          q: next.q,
          status: next.status,
          sort: next.sort ?? "",
          order: next.sort === null ? "" : next.order,
          page: next.page === 1 ? "" : String(next.page),
        };
        for (const [name, value] of Object.entries(wanted)) {
          if (value === "") kept.delete(name);
          else kept.set(name, value);
        }
        return kept;
      },
      // Every letter of a search would else be a step back.
      { replace: change.q !== undefined },
    );
  return [view, show];
}

/** The query of a list call for this view. */
export function listQueryOf(view: ListView): Record<string, string | number> {
  return {
    page: view.page,
    ...(view.q === "" ? {} : { q: view.q }),
    ...(view.status === "" ? {} : { status: view.status }),
    ...(view.sort === null ? {} : { sort: view.sort, order: view.order }),
  };
}
