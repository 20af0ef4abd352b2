/** Card of one plan: price and allowances. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Plan } from "@/api/plans";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/lib/cn";
import { formatDollars, formatNumber } from "@/lib/format";

interface PlanOfferProps {
  plan: Plan;
  isCurrent: boolean;
  /** Buttons below the allowances. */
  children?: ReactNode;
}

export function PlanOffer({ plan, isCurrent, children }: PlanOfferProps) {
  const { t } = useTranslation("account");
  const allowance = (key: "starting" | "monthly", what: "credits" | "documents", count: number) =>
    t(`plans.${key}.${what}`, { count, number: formatNumber(count) });
  const allowances = [
    plan.startingCredits !== null
      ? allowance("starting", "credits", plan.startingCredits)
      : allowance("monthly", "credits", plan.creditsIncludedPerMonth),
    plan.startingDocuments !== null
      ? allowance("starting", "documents", plan.startingDocuments)
      : allowance("monthly", "documents", plan.documentsIncludedPerMonth),
  ];
  return (
    <li
      aria-current={isCurrent || undefined}
      className={cn(
        "flex flex-col rounded-lg border bg-surface p-5",
        isCurrent ? "border-accent outline outline-accent" : "border-line",
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h2 className="text-md font-semibold">{plan.displayName}</h2>
        {isCurrent && <Badge tone="accent">{t("plans.current")}</Badge>}
      </div>
      <p className="mt-3 flex items-baseline gap-1.5">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatDollars(plan.monthlyPriceCents / 100)}
        </span>
        {plan.monthlyPriceCents > 0 && (
          <span className="text-base text-muted">{t("plans.perMonth")}</span>
        )}
      </p>
      <ul className="mt-4 flex flex-col gap-2 text-base">
        {allowances.map((line) => (
          <li key={line} className="flex items-start gap-2">
            <Check size={16} className="mt-0.5 shrink-0 text-accent" aria-hidden />
            {line}
          </li>
        ))}
      </ul>
      {children && <div className="mt-auto flex flex-wrap gap-2 pt-5">{children}</div>}
    </li>
  );
}
