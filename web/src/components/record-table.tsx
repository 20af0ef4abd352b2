/** Records as a table, for wide screens. */
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";

import { RecordLink } from "@/components/record-link";
import type { RecordListProps, RecordSorting } from "@/components/record-list-props";
import { Cell, HeadCell, Row as TableRow, Table } from "@/components/ui/table";
import type { SortOrder } from "@/hooks/use-list-view";
import { cn } from "@/lib/cn";

export function RecordTable<Row extends { _id: string }>(props: RecordListProps<Row>) {
  return (
    // The header sticks below the top bar only if no element but the page scrolls.
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
                <RecordLink
                  to={props.getLink(row)}
                  className="truncate focus-visible:after:-outline-offset-2"
                >
                  {props.name.getText(row)}
                </RecordLink>
                {props.name.getDetail?.(row) && (
                  <span className="block truncate text-sm text-muted">
                    {props.name.getDetail(row)}
                  </span>
                )}
              </Cell>
              {props.columns.map(({ heading, className, render }) => (
                <Cell key={heading} className={className}>
                  {render(row)}
                </Cell>
              ))}
              <Cell>
                <div className="relative z-10 flex items-center justify-end gap-1">
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

/** Column heading that sorts the list. A second click reverses the order. */
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
