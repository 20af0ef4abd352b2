/** Records as cards, for screens that are too narrow for the table. */
import { RecordLink } from "@/components/record-link";
import type { RecordListProps } from "@/components/record-list-props";

export function RecordCards<Row extends { _id: string }>(props: RecordListProps<Row>) {
  const renderCard = props.card ?? ((row: Row) => <DefaultCard row={row} list={props} />);
  return (
    <ul aria-label={props.label} className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:hidden">
      {props.rows.map((row) => (
        <li
          key={row._id}
          className="relative flex flex-col rounded-lg border border-line bg-surface p-4"
        >
          {renderCard(row)}
        </li>
      ))}
    </ul>
  );
}

interface DefaultCardProps<Row extends { _id: string }> {
  row: Row;
  list: RecordListProps<Row>;
}

/** The columns of a row, one below the other. */
function DefaultCard<Row extends { _id: string }>({ row, list }: DefaultCardProps<Row>) {
  const detail = list.name.getDetail?.(row);
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <RecordLink to={list.getLink(row)} className="text-md break-words after:rounded-lg">
            {list.name.getText(row)}
          </RecordLink>
          {detail && <p className="text-sm break-words text-muted">{detail}</p>}
        </div>
        <div className="relative z-10 -mt-1.5 -mr-2 flex shrink-0 items-center gap-1">
          {list.actions(row)}
        </div>
      </div>
      <dl className="mt-2.5 flex flex-col gap-1.5">
        {list.columns.map(({ heading, render }) => (
          <div key={heading} className="flex items-baseline gap-3">
            <dt className="w-24 shrink-0 text-sm text-muted">{heading}</dt>
            <dd className="min-w-0 text-base break-words">{render(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
