import { Skeleton } from "@/components/ui/skeleton";

export function JobSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" aria-label={label} role="status" className="flex flex-col gap-5 pt-10">
      <Skeleton className="h-24" />
      <Skeleton className="h-16" />
      <Skeleton className="h-40" />
    </div>
  );
}
