/** Placeholder of the interview calendar. */
import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";

const WEEKS = ["a", "b", "c", "d", "e"];
const DAYS = ["a", "b", "c", "d", "e", "f", "g"];

/** Placeholder of the calendar while its code loads. */
export function CalendarSkeleton() {
  const { t } = useTranslation("interviews");
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-col gap-3">
      <div className="flex h-9 items-center gap-3">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="ml-auto h-7 w-32" />
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-surface max-lg:hidden">
        <div className="h-9 border-b border-line bg-sunken" />
        {WEEKS.map((week) => (
          <div key={week} className="grid h-28 grid-cols-7 border-b border-line last:border-0">
            {DAYS.map((day) => (
              <div key={day} className="border-l border-line p-2 first:border-0">
                <Skeleton className="size-5 rounded-full" />
              </div>
            ))}
          </div>
        ))}
      </div>
      <AgendaSkeleton className="lg:hidden" />
    </div>
  );
}

export function AgendaSkeleton({ className = "" }: { className?: string }) {
  return (
    <div className={className}>
      {WEEKS.slice(0, 3).map((day) => (
        <div key={day} className="mb-4">
          <Skeleton className="mb-2 h-4 w-40" />
          <Skeleton className="h-15 rounded-lg" />
        </div>
      ))}
    </div>
  );
}
