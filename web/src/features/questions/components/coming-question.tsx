/** Placeholder for the question being written; the progress above describes it. */
import { Skeleton } from "@/components/ui/skeleton";

export function ComingQuestion() {
  return (
    <li aria-hidden className="flex items-start gap-3 p-3.5 pl-14" data-coming>
      <div className="flex grow flex-col gap-2">
        <Skeleton className="h-4 w-full max-w-prose" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    </li>
  );
}
