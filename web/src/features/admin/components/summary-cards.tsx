/** Summary cards of the admin dashboard. */
import { BriefcaseBusiness, CircleDollarSign, ContactRound, Users, Video } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";
import { formatDollars, formatNumber } from "@/lib/format";

import type { Dashboard } from "../api/types";

export function SummaryCards({ summary }: { summary: Dashboard["summary"] | undefined }) {
  const { t } = useTranslation("admin");
  const cost = summary?.totalCost;
  const cards = [
    { label: t("overview.totalUsers"), value: summary?.totalUsers, Icon: Users },
    { label: t("overview.interviews"), value: summary?.totalInterviews, Icon: Video },
    { label: t("overview.candidates"), value: summary?.totalCandidates, Icon: ContactRound },
    { label: t("overview.jobs"), value: summary?.totalJobs, Icon: BriefcaseBusiness },
  ];
  const place = "flex min-h-24 flex-col border-line bg-surface p-4";
  return (
    <dl
      aria-busy={summary === undefined}
      // One frame with dividers, so that the five figures read as one unit.
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-[repeat(4,1fr)_1.35fr]"
    >
      {cards.map(({ label, value, Icon }) => (
        <div key={label} className={place}>
          <dt className="flex items-center justify-between gap-2 text-sm text-muted">
            {label}
            <Icon size={16} className="shrink-0 text-faint" aria-hidden />
          </dt>
          <dd className="mt-1.5 text-xl font-semibold tracking-tight tabular-nums">
            {value === undefined ? <Skeleton className="h-7 w-12" /> : formatNumber(value)}
          </dd>
        </div>
      ))}
      <div className={`${place} max-md:col-span-2`}>
        <dt className="flex items-center justify-between gap-2 text-sm text-muted">
          {t("overview.totalCost")}
          <CircleDollarSign size={16} className="shrink-0 text-faint" aria-hidden />
        </dt>
        <dd className="mt-1.5 text-xl font-semibold tracking-tight tabular-nums">
          {cost === undefined ? (
            <Skeleton className="h-7 w-16" />
          ) : (
            <>
              {formatDollars(cost)}
              {cost === 0 && (
                <span className="block text-xs font-normal tracking-normal text-muted">
                  {t("overview.costNone")}
                </span>
              )}
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
