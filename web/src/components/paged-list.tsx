/** One page of a list in every state: loading, failed, empty, filled. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";

import type { Page } from "@/api/types";
import { ErrorState } from "@/components/ui/error-state";
import { Pagination } from "@/components/ui/pagination";

interface PagedListProps<Row> {
  list: UseQueryResult<Page<Row>>;
  page: number;
  onPage: (page: number) => void;
  skeleton: ReactNode;
  /** Shown while the list is empty: what it is for and how to start. */
  empty: ReactNode;
  failedTitle: string;
  pagesLabel: string;
  children: (rows: readonly Row[]) => ReactNode;
}

export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, page, onPage } = props;
  const pagination = list.data?.pagination;
  const isPastTheEnd =
    !list.isPlaceholderData && pagination !== undefined && page > 1 && page > pagination.totalPages;
  useEffect(() => {
    // The last row of the last page was deleted, or the link is old.
    if (isPastTheEnd) onPage(Math.max(1, pagination.totalPages));
  });

  if (list.isPending || isPastTheEnd) return props.skeleton;
  if (!list.data) {
    return (
      <ErrorState
        title={props.failedTitle}
        error={list.error}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.data.data.length === 0) return props.empty;
  return (
    <div className="flex flex-col gap-4" aria-busy={list.isPlaceholderData}>
      {props.children(list.data.data)}
      <Pagination pages={list.data.pagination} onPage={onPage} label={props.pagesLabel} />
    </div>
  );
}
