import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Skeleton } from "@/components/ui/skeleton";
import { Cell, HeadCell, Row as TableRow, Table } from "@/components/ui/table";
import type { SortOrder } from "@/hooks/use-list-view";
import { cn } from "@/lib/cn";

export interface RecordColumn<Row> {
  heading: string;
  render: (row: Row) => ReactNode;
  className?: string;
  /** Its name in the list call's `sort`; a column without one is not sorted by. */
  sort?: string;
  /** Which way the first click sorts; ascending where nothing is said. */
  firstOrder?: SortOrder;
}

/** What the rows are sorted by now, also where nobody asked for it; null: by how well they match. */
export interface RecordSorting {
  by: string | null;
  order: SortOrder;
  onSort: (by: string, order: SortOrder) => void;
}

export interface RecordListProps<Row extends { _id: string }> {
  label: string;
  rows: readonly Row[];
  /** The first column: the record's name, which opens it. */
  name: {
    heading: string;
    of: (row: Row) => string;
    detailOf?: (row: Row) => string;
    sort?: string;
  };
  sorting?: RecordSorting;
  linkOf: (row: Row) => string;
  columns: readonly RecordColumn<Row>[];
  actionsHeading: string;
  actions: (row: Row) => ReactNode;
  /** What a card holds where the columns would make a poor one; its link carries `data-record`. */
  card?: (row: Row) => ReactNode;
}

/** The link covers its row, so that the whole row opens the record; buttons lie above it. */
const COVERING = "after:absolute after:inset-0 after:content-['']";
const ABOVE = "relative z-10";

/** Records as a table, and as cards where a table is too wide. Arrow keys go from record to record. */
export function RecordList<Row extends { _id: string }>(props: RecordListProps<Row>) {
  return (
    // The keys are an addition to Tab for the links inside, which take the focus.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={moveAlong}>
      <RecordTable {...props} />
      <RecordCards {...props} />
    </div>
  );
}

function RecordTable<Row extends { _id: string }>(props: RecordListProps<Row>) {
  return (
    // The head stays below the top bar while the page scrolls: nothing but the page may scroll then.
    <div className="max-lg:hidden [&>div]:overflow-x-visible">
      <Table aria-label={props.label}>
        <thead className="[&_th]:top-14 [&_th]:z-20 [&_th:first-child]:rounded-tl-lg [&_th:last-child]:rounded-tr-lg">
          <tr>
            <SortableHead className="w-[30%]" column={props.name} sorting={props.sorting} />
            {props.columns.map((column) => (
              <SortableHead
                key={column.heading}
                className={column.className}
                column={column}
                sorting={props.sorting}
              />
            ))}
            <HeadCell className="text-right">{props.actionsHeading}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <TableRow key={row._id} className="relative focus-within:bg-sunken">
              <Cell className="max-w-0">
                <Link
                  to={props.linkOf(row)}
                  data-record
                  className={cn(
                    COVERING,
                    "block truncate font-medium focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent",
                  )}
                >
                  {props.name.of(row)}
                </Link>
                {props.name.detailOf?.(row) && (
                  <span className="block truncate text-sm text-muted">
                    {props.name.detailOf(row)}
                  </span>
                )}
              </Cell>
              {props.columns.map(({ heading, className, render }) => (
                <Cell key={heading} className={className}>
                  {render(row)}
                </Cell>
              ))}
              <Cell>
                <div className={cn(ABOVE, "flex items-center justify-end gap-1")}>
                  {props.actions(row)}
                </div>
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface SortableHeadProps {
  column: { heading: string; sort?: string; firstOrder?: SortOrder };
  sorting: RecordSorting | undefined;
  className: string | undefined;
}

/** A heading that sorts; a second click turns the order round. */
function SortableHead({ column, sorting, className }: SortableHeadProps) {
  const { t } = useTranslation("records");
  const { heading, sort, firstOrder = "asc" } = column;
  if (sort === undefined || sorting === undefined) {
    return <HeadCell className={className}>{heading}</HeadCell>;
  }
  const isSorted = sorting.by === sort;
  const Arrow = (isSorted ? sorting.order : firstOrder) === "asc" ? ArrowUp : ArrowDown;
  const next = isSorted ? (sorting.order === "asc" ? "desc" : "asc") : firstOrder;
  return (
    <HeadCell
      className={className}
      aria-sort={isSorted ? (sorting.order === "asc" ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        title={t("search.sortBy", { column: heading })}
        className={cn(
          "group -mx-2 inline-flex h-7 items-center gap-1 rounded-sm px-2 hover:text-ink",
          isSorted && "text-ink",
        )}
        onClick={() => sorting.onSort(sort, next)}
      >
        {heading}
        <Arrow
          size={13}
          aria-hidden
          className={
            isSorted ? "" : "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60"
          }
        />
      </button>
    </HeadCell>
  );
}

function RecordCards<Row extends { _id: string }>(props: RecordListProps<Row>) {
  const { card } = props;
  if (card) {
    return (
      <ul aria-label={props.label} className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:hidden">
        {props.rows.map((row) => (
          <li
            key={row._id}
            className="relative flex flex-col rounded-lg border border-line bg-surface p-4"
          >
            {card(row)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul aria-label={props.label} className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:hidden">
      {props.rows.map((row) => (
        <li key={row._id} className="relative rounded-lg border border-line bg-surface p-4">
          <div className="flex items-start justify-between gap-2">
            <div className="min-w-0">
              <Link
                to={props.linkOf(row)}
                data-record
                className={cn(
                  COVERING,
                  "block text-md font-medium break-words after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent",
                )}
              >
                {props.name.of(row)}
              </Link>
              {props.name.detailOf?.(row) && (
                <p className="text-sm break-words text-muted">{props.name.detailOf(row)}</p>
              )}
            </div>
            <div className={cn(ABOVE, "-mt-1.5 -mr-2 flex shrink-0 items-center gap-1")}>
              {props.actions(row)}
            </div>
          </div>
          <dl className="mt-2.5 flex flex-col gap-1.5">
            {props.columns.map(({ heading, render }) => (
              <div key={heading} className="flex items-baseline gap-3">
                <dt className="w-24 shrink-0 text-sm text-muted">{heading}</dt>
                <dd className="min-w-0 text-base break-words">{render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Up, Down, Home and End move the focus between the records that are shown. */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-record]")].filter(
    // Table and cards hold the same links; one of the two is not shown.
    (link) => link.offsetParent !== null,
  );
  const at = links.findIndex((link) => link === event.target);
  if (at < 0) return;
  const targets: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const next = links[targets[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

/** Rows of the list's own height, so that nothing jumps when it comes. */
export function RecordListSkeleton({ label, columns }: { label: string; columns: number }) {
  return (
    <div role="status" aria-label={label}>
      <div className="overflow-hidden rounded-lg border border-line bg-surface max-lg:hidden">
        <div className="h-9 border-b border-line bg-sunken" />
        {SKELETON_ROWS.map((row) => (
          <div
            key={row}
            className="flex h-[61px] items-center gap-6 border-b border-line px-4 last:border-0"
          >
            <div className="flex w-[30%] flex-col gap-1.5">
              <Skeleton className="h-3.5 w-40 max-w-full" />
              <Skeleton className="h-3 w-28 max-w-full" />
            </div>
            {SKELETON_ROWS.slice(0, columns).map((column) => (
              <Skeleton key={column} className="h-3.5 w-[14%]" />
            ))}
            <Skeleton className="ml-auto h-6 w-20" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:hidden">
        {SKELETON_ROWS.slice(0, 3).map((row) => (
          <div
            key={row}
            className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
          >
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-52" />
            <Skeleton className="h-3 w-28" />
            <Skeleton className="mt-1 h-7 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
