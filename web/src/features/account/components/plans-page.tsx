/** Plans: all plans and how to change to another. */
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";

import { billingSummaryQuery, currentUserQuery } from "@/api/current-user";
import { plansQuery } from "@/api/plans";
import { siteQuery } from "@/api/site";
import { buttonClass } from "@/components/ui/button-styles";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Spinner } from "@/components/ui/spinner";

import { PlanOffer } from "./plan-offer";
import { Unmetered } from "./unmetered";

/** Explains that administrators grant plans on this server. */
function HowToChange() {
  const { t } = useTranslation("account");
  const site = useQuery(siteQuery);
  const user = useQuery(currentUserQuery);
  const contactUrl = site.data?.contactUrl ?? null;
  const isAdmin = user.data?.role === "admin";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-sunken px-5 py-4">
      <div className="max-w-prose">
        <h2 className="font-semibold">{t("plans.howTitle")}</h2>
        <p className="mt-0.5 text-base text-muted">{t(isAdmin ? "plans.howAdmin" : "plans.how")}</p>
      </div>
      {contactUrl !== null && !isAdmin && (
        <a
          href={contactUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass("primary")}
        >
          <ExternalLink size={16} aria-hidden /> {t("plans.contact")}
        </a>
      )}
    </div>
  );
}

export function PlansPage() {
  const { t } = useTranslation(["account", "common"]);
  const site = useQuery(siteQuery);
  const isOff = site.data?.billingMode === "off";
  const plans = useQuery(plansQuery);
  const billing = useQuery({ ...billingSummaryQuery, enabled: !site.isPending && !isOff });

  const body = () => {
    if (isOff || plans.data?.length === 0) return <Unmetered />;
    if (plans.data) {
      return (
        <>
          <ul className="grid gap-4 md:grid-cols-3">
            {plans.data.map((plan) => (
              <PlanOffer key={plan.key} plan={plan} isCurrent={plan.key === billing.data?.plan} />
            ))}
          </ul>
          <HowToChange />
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
