import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e"];

/** Placeholder rows of the list's height, so that nothing moves when it loads. */
export function InterviewListSkeleton() {
  const { t } = useTranslation("interviews");
  return (
    <div role="status" aria-label={t("loading")}>
      <div className="overflow-hidden rounded-lg border border-line bg-surface max-lg:hidden">
        <div className="h-9 border-b border-line bg-sunken" />
        {ROWS.map((row) => (
          <div
            key={row}
            className="flex h-[61px] items-center gap-6 border-b border-line px-4 last:border-0"
          >
            <div className="flex w-[26%] flex-col gap-1.5">
              <Skeleton className="h-3.5 w-36" />
              <Skeleton className="h-3 w-48" />
            </div>
            <Skeleton className="h-3.5 w-[18%]" />
            <Skeleton className="h-3.5 w-[12%]" />
            <Skeleton className="h-5 w-20 rounded-full" />
            <Skeleton className="ml-auto h-6 w-56" />
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-3 lg:hidden">
        {ROWS.slice(0, 3).map((row) => (
          <div
            key={row}
            className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
          >
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-52" />
            <Skeleton className="h-3 w-28" />
            <Skeleton className="mt-2 h-7 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
