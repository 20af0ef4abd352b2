/** Placeholder rows of the table's height, so that nothing moves when it loads. */
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e"];

export function ListSkeleton({ label, rows = ROWS.length }: { label: string; rows?: number }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="h-9 border-b border-line bg-sunken" />
      {ROWS.slice(0, rows).map((row) => (
        <div
          key={row}
          className="flex h-15 items-center gap-6 border-b border-line px-4 last:border-0"
        >
          <div className="flex grow flex-col gap-1.5 sm:w-[30%] sm:grow-0">
            <Skeleton className="h-3.5 w-36 max-w-full" />
            <Skeleton className="h-3 w-48 max-w-full" />
          </div>
          <Skeleton className="h-5 w-20 rounded-full max-sm:hidden" />
          <Skeleton className="h-3.5 w-[14%] max-md:hidden" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}
