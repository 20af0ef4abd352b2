/** Placeholder of the page while the interview loads. */
import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";

export function HqSkeleton() {
  const { t } = useTranslation("hq");
  return (
    <div aria-busy="true" aria-label={t("loading")} className="flex flex-col gap-5">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="h-12" />
      <div className="grid gap-5 lg:grid-cols-[20rem_1fr]">
        <div className="flex flex-col gap-5">
          <Skeleton className="h-40" />
          <Skeleton className="h-72" />
        </div>
        <Skeleton className="h-120" />
      </div>
    </div>
  );
}
