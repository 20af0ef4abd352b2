import { Skeleton } from "@/components/ui/skeleton";

export function ProfileSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" aria-label={label} role="status" className="flex flex-col gap-5 pt-10">
      <div className="grid gap-4 sm:grid-cols-2">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-10" />
        ))}
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  );
}
