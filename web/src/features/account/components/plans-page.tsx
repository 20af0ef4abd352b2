/** Plans: all plans and how to change to another. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { billingSummaryQuery } from "@/api/current-user";
import { plansQuery } from "@/api/plans";
import { siteQuery } from "@/api/site";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Spinner } from "@/components/ui/spinner";

import { CancelledNotice } from "./cancelled-notice";
import { ChoosePlanButton } from "./choose-plan-button";
import { HowToChange } from "./how-to-change";
import { PlanActions } from "./plan-actions";
import { PlanOffer } from "./plan-offer";
import { Unmetered } from "./unmetered";

export function PlansPage() {
  const { t } = useTranslation(["account", "common"]);
  const site = useQuery(siteQuery);
  const isOff = site.data?.billingMode === "off";
  const takesPayments = site.data?.billingMode === "stripe";
  const plans = useQuery(plansQuery);
  const billing = useQuery({ ...billingSummaryQuery, enabled: !site.isPending && !isOff });

  const body = () => {
    if (isOff || plans.data?.length === 0) return <Unmetered />;
    if (plans.data) {
      return (
        <>
          {billing.data?.isCancelled && <CancelledNotice billing={billing.data} />}
          <ul className="grid gap-4 md:grid-cols-3">
            {plans.data.map((plan) => (
              <PlanOffer key={plan.key} plan={plan} isCurrent={plan.key === billing.data?.plan}>
                {plan.key === billing.data?.plan && <PlanActions billing={billing.data} />}
                {takesPayments &&
                  billing.data &&
                  plan.key !== billing.data.plan &&
                  plan.key !== "free" && <ChoosePlanButton plan={plan} />}
              </PlanOffer>
            ))}
          </ul>
          {takesPayments ? (
            <p className="max-w-prose text-base text-pretty text-muted">{t("plans.payment")}</p>
          ) : (
            <HowToChange />
          )}
        </>
      );
    }
    if (plans.isError) {
      return (
        <ErrorState
          title={t("oops")}
          message={null}
          retrying={plans.isFetching}
          onRetry={() => void plans.refetch()}
        />
      );
    }
    return (
      <p role="status" className="flex items-center gap-2 py-6 text-muted">
        <Spinner /> {t("common:loading")}
      </p>
    );
  };
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      <PageHeader
        title={t("common:titles.plans")}
        description={isOff ? undefined : t("plans.description")}
      />
      {body()}
    </div>
  );
}
