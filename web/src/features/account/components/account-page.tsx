/** Account & Usage: credits, documents and plan of the user. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { billingSummaryQuery } from "@/api/current-user";
import { isApiError } from "@/api/errors";
import { siteQuery } from "@/api/site";
import type { BillingSummary } from "@/api/types";
import { buttonClass } from "@/components/ui/button-styles";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Spinner } from "@/components/ui/spinner";
import { paths } from "@/config/paths";

import { usePortalReturn } from "../hooks/use-portal-return";
import { AllowanceCard } from "./allowance-card";
import { BuyCreditsButton } from "./buy-credits-button";
import { CancelledNotice } from "./cancelled-notice";
import { CreditExamples } from "./credit-examples";
import { HowToChange } from "./how-to-change";
import { LedgerSection } from "./ledger-section";
import { PlanCard } from "./plan-card";
import { PortalSection } from "./portal-section";
import { Unmetered } from "./unmetered";

interface UsageProps {
  billing: BillingSummary;
  /** Billing mode `stripe`. */
  takesPayments: boolean;
}

function Usage({ billing, takesPayments }: UsageProps) {
  const { t } = useTranslation("account");
  const credits = { remaining: billing.creditsRemaining, included: billing.creditsIncluded };
  const { documents } = billing;
  const isUsedUp = credits.remaining <= 0 || documents.remaining <= 0;
  return (
    <>
      {billing.isCancelled && <CancelledNotice billing={billing} />}
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <AllowanceCard
          title={t("credits.title")}
          label={t("credits.label", credits)}
          caption={t("remainingOfIncluded")}
          {...credits}
        >
          <p>{t("credits.note")}</p>
          <CreditExamples />
        </AllowanceCard>
        <AllowanceCard
          title={t("documents.title")}
          label={t("documents.label", documents)}
          caption={t("remainingOfIncluded")}
          {...documents}
        >
          <p>{t("documents.note")}</p>
        </AllowanceCard>
        <PlanCard billing={billing} isGranted={!takesPayments} />
      </div>
      {isUsedUp && !takesPayments && <HowToChange isUsedUp />}
      {takesPayments && billing.hadPaidPlan && <PortalSection />}
      <LedgerSection />
    </>
  );
}

export function AccountPage() {
  const { t } = useTranslation(["account", "common"]);
  const site = useQuery(siteQuery);
  const isOff = site.data?.billingMode === "off";
  const takesPayments = site.data?.billingMode === "stripe";
  const billing = useQuery({ ...billingSummaryQuery, enabled: !site.isPending && !isOff });
  usePortalReturn();

  const body = () => {
    if (isOff || isApiError(billing.error, "BILLING_OFF")) return <Unmetered />;
    if (billing.data) return <Usage billing={billing.data} takesPayments={takesPayments} />;
    if (billing.isError) {
      return (
        <ErrorState
          title={t("oops")}
          message={null}
          retrying={billing.isFetching}
          onRetry={() => void billing.refetch()}
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
    <div className="mx-auto flex max-w-6xl flex-col gap-6">
      <PageHeader
        title={t("common:titles.account")}
        actions={
          billing.data &&
          !isOff && (
            <>
              {takesPayments && billing.data.plan !== "free" && <BuyCreditsButton />}
              <Link to={paths.plans} className={buttonClass("primary")}>
                {billing.data.plan === "free" ? t("choosePlan") : t("managePlan")}
              </Link>
            </>
          )
        }
      />
      {body()}
    </div>
  );
}
