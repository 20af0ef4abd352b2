/** Gray placeholder of the size of the coming content. The region around it has `aria-busy`. */
import { cn } from "@/lib/cn";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cn("block animate-pulse rounded-md bg-line/80", className)} />
  );
}
