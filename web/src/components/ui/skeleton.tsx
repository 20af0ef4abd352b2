import { cn } from "@/lib/cn";

/** A grey shape in the size of what will come. The region around it carries `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cn("block animate-pulse rounded-md bg-line/80", className)} />
  );
}
