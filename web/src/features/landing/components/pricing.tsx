/** Pricing section with the server's plans; hidden if usage is not metered. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { plansQuery, type Plan } from "@/api/plans";
import type { Site } from "@/api/site";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDollars } from "@/lib/format";

import { listAllowances } from "../lib/plan-allowances";
import { SectionHeading } from "./section-heading";
import { SignUpLink } from "./sign-up-link";

const GRID = "mt-10 grid gap-4 md:grid-cols-3";

export function Pricing({ site }: { site: Site | undefined }) {
  const { t } = useTranslation("landing");
  const isMetered = site?.billingMode !== "off";
  const {
    data: plans,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...plansQuery,
    enabled: isMetered,
  });
  if (!isMetered || plans?.length === 0) return null;
  const free = plans?.find((plan) => plan.monthlyPriceCents === 0);
  return (
    <section aria-labelledby="pricing" className="mx-auto w-full max-w-6xl px-5 sm:px-8">
      <SectionHeading id="pricing">{t("pricing.heading")}</SectionHeading>
      <p className="mt-3 max-w-2xl text-md text-pretty text-muted">{t("pricing.text")}</p>
      {plans ? (
        <>
          <ul className={GRID}>
            {plans.map((plan) => (
              <PlanCard key={plan.key} plan={plan} site={site} />
            ))}
          </ul>
          {free && site?.billingMode === "internal" && (
            <p className="mt-5 max-w-2xl text-base text-muted">
              {t("pricing.granted", { plan: free.displayName })}
            </p>
          )}
        </>
      ) : error ? (
        <div role="alert" className="mt-8 flex flex-wrap items-center gap-4">
          <p className="text-base text-muted">{errorText(error, t("pricing.failed"))}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t("pricing.retry")}
          </Button>
        </div>
      ) : (
        <div className={GRID} role="status" aria-label={t("pricing.loading")}>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className="h-56 rounded-xl" />
          ))}
        </div>
      )}
    </section>
  );
}

function PlanCard({ plan, site }: { plan: Plan; site: Site | undefined }) {
  const { t } = useTranslation("landing");
  const isFree = plan.monthlyPriceCents === 0;
  return (
    <li className="flex flex-col rounded-xl border border-line bg-surface p-6">
      <h3 className="text-md font-semibold">{plan.displayName}</h3>
      <p className="mt-3 flex items-baseline gap-0.5">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatDollars(plan.monthlyPriceCents / 100)}
        </span>
        {!isFree && <span className="text-base text-muted">{t("pricing.perMonth")}</span>}
      </p>
      <ul className="mt-5 flex flex-col gap-2 border-t border-line pt-5 text-base text-muted">
        {listAllowances(plan, t).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {isFree && (
        <div className="mt-auto pt-6">
          <SignUpLink site={site} variant="secondary" size="md" className="w-full" />
        </div>
      )}
    </li>
  );
}
