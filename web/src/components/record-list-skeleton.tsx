/** Placeholder rows of the list's own height, so that nothing moves when the list appears. */
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function RecordListSkeleton({ label, columns }: { label: string; columns: number }) {
  return (
    <div role="status" aria-label={label}>
      <div className="overflow-hidden rounded-lg border border-line bg-surface max-lg:hidden">
        <div className="h-9 border-b border-line bg-sunken" />
        {ROWS.map((row) => (
          <div
            key={row}
            className="flex h-[61px] items-center gap-6 border-b border-line px-4 last:border-0"
          >
            <div className="flex w-[30%] flex-col gap-1.5">
              <Skeleton className="h-3.5 w-40 max-w-full" />
              <Skeleton className="h-3 w-28 max-w-full" />
            </div>
            {ROWS.slice(0, columns).map((column) => (
              <Skeleton key={column} className="h-3.5 w-[14%]" />
            ))}
            <Skeleton className="ml-auto h-6 w-20" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:hidden">
        {ROWS.slice(0, 3).map((row) => (
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
