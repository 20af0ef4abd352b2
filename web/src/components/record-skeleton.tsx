/** Placeholder of a record that is loading. */
import { Skeleton } from "@/components/ui/skeleton";

export function RecordSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" aria-label={label} role="status" className="flex flex-col gap-6 pt-2">
      <div className="grid gap-4 sm:grid-cols-2">
        {["a", "b", "c", "d"].map((key) => (
          <div key={key} className="flex flex-col gap-1.5">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-4 w-44 max-w-full" />
          </div>
        ))}
      </div>
      <Skeleton className="h-20" />
      <Skeleton className="h-36" />
    </div>
  );
}
