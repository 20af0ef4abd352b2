/** Props of the list of records, for its table and its cards. */
import type { ReactNode } from "react";

import type { SortOrder } from "@/hooks/use-list-view";

export interface RecordColumn<Row> {
  heading: string;
  render: (row: Row) => ReactNode;
  className?: string;
  /** Value of the request's `sort`. Columns without it cannot be sorted. */
  sort?: string;
  /** Order of the first click. Default: ascending. */
  firstOrder?: SortOrder;
}

/** Current order of the rows. `by` is null where they are ordered by how well they match. */
export interface RecordSorting {
  by: string | null;
  order: SortOrder;
  onSort: (by: string, order: SortOrder) => void;
}

export interface RecordListProps<Row extends { _id: string }> {
  label: string;
  rows: readonly Row[];
  /** First column: the record's name, which links to the record. */
  name: {
    heading: string;
    getText: (row: Row) => string;
    getDetail?: (row: Row) => string;
    sort?: string;
  };
  sorting?: RecordSorting;
  getLink: (row: Row) => string;
  columns: readonly RecordColumn<Row>[];
  actionsHeading: string;
  actions: (row: Row) => ReactNode;
  /** Replaces the content of a card. Its link needs the attribute `data-record`. */
  card?: (row: Row) => ReactNode;
}
