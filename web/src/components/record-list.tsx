/** Records as a table, or as cards on narrow screens. Arrow keys move between records. */
import { RecordCards } from "@/components/record-cards";
import type { RecordListProps } from "@/components/record-list-props";
import { RecordTable } from "@/components/record-table";
import { moveRecordFocus } from "@/lib/record-focus";

export function RecordList<Row extends { _id: string }>(props: RecordListProps<Row>) {
  return (
    // The keys are an addition to Tab for the links inside, which take the focus.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={moveRecordFocus}>
      <RecordTable {...props} />
      <RecordCards {...props} />
    </div>
  );
}
