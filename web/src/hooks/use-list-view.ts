/** Search, filter, sort order and page of a record list, kept in the URL. */
import { useSearchParams } from "react-router";

export type SortOrder = "asc" | "desc";

export interface ListView<Sort extends string = string, Status extends string = string> {
  /** Trimmed; empty for no search. */
  q: string;
  /** Empty for all. */
  status: Status | "";
  /** Null for the server's order: best match first in a search, otherwise newest first. */
  sort: Sort | null;
  order: SortOrder;
  page: number;
}

const findKnown = <Value extends string>(value: string | null, known: readonly Value[]) =>
  known.find((entry) => entry === value) ?? null;

/** Reads and writes a list view in the URL, so that a link shows the same. Ignores unknown values. */
export function useListView<Sort extends string, Status extends string = never>(known: {
  sorts: readonly Sort[];
  statuses?: readonly Status[];
}): [ListView<Sort, Status>, (change: Partial<ListView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view: ListView<Sort, Status> = {
    q: search.get("q")?.trim() ?? "",
    status: findKnown(search.get("status"), known.statuses ?? []) ?? "",
    sort: findKnown(search.get("sort"), known.sorts),
    order: search.get("order") === "desc" ? "desc" : "asc",
    page: Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1),
  };
  const show = (change: Partial<ListView>) =>
    setSearch(
      (old) => {
        // A new selection starts on its first page.
        const next: ListView = { ...view, page: 1, ...change };
        const kept = new URLSearchParams(old);
        const parameters = {
          q: next.q,
          status: next.status,
          sort: next.sort ?? "",
          order: next.sort === null ? "" : next.order,
          page: next.page === 1 ? "" : String(next.page),
        };
        for (const [name, value] of Object.entries(parameters)) {
          if (value === "") kept.delete(name);
          else kept.set(name, value);
        }
        return kept;
      },
      // Otherwise every typed letter would be a history entry.
      { replace: change.q !== undefined },
    );
  return [view, show];
}

/** The query parameters that choose and sort the rows of a view, on all its pages. */
export function buildSelectionQuery<Sort extends string, Status extends string>(
  view: ListView<Sort, Status>,
) {
  return {
    ...(view.q === "" ? {} : { q: view.q }),
    ...(view.status === "" ? {} : { status: view.status }),
    ...(view.sort === null ? {} : { sort: view.sort, order: view.order }),
  };
}

/** The query parameters of one page of a view. */
export function buildListQuery<Sort extends string, Status extends string>(
  view: ListView<Sort, Status>,
) {
  return { page: view.page, ...buildSelectionQuery(view) };
}
