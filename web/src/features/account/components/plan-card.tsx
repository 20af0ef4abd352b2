/** The current plan with its price and dates. */
import { useTranslation } from "react-i18next";

import type { BillingSummary } from "@/api/types";
import { formatDate, formatDollars } from "@/lib/format";

interface PlanCardProps {
  billing: BillingSummary;
  /** Whether administrators grant plans. */
  isGranted: boolean;
}

export function PlanCard({ billing, isGranted }: PlanCardProps) {
  const { t } = useTranslation("account");
  const isPaid = billing.plan !== "free";
  const start = formatDate(billing.periodStart);
  const end = formatDate(billing.periodEnd);
  const renewsOn = billing.isCancelled ? "" : formatDate(billing.nextRenewalDate);
  return (
    <section className="flex flex-col rounded-lg border border-line bg-surface p-5">
      <h2 className="text-base font-medium text-muted">{t("plan.title")}</h2>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold">{billing.planDisplayName}</span>
        {isPaid && (
          <span className="text-base text-muted">
            {t("plan.perMonth", { price: formatDollars(billing.monthlyPriceCents / 100) })}
          </span>
        )}
      </p>
      {isPaid && (end || renewsOn) && (
        <dl className="mt-4 flex flex-col gap-1.5 text-base">
          {end && (
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{t("plan.cycle")}</dt>
              <dd>{t("plan.cycleDates", { start, end })}</dd>
            </div>
          )}
          {renewsOn && (
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{t("plan.renewsOn")}</dt>
              <dd>{renewsOn}</dd>
            </div>
          )}
        </dl>
      )}
      {isGranted && <p className="mt-4 text-base text-pretty text-muted">{t("plan.granted")}</p>}
    </section>
  );
}
