/** Names, prices and amounts of the plans. */
import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { isApiError } from "@/api/errors";
import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { paths } from "@/config/paths";

import { adminPlansQuery } from "../api/plans";
import { AdminFrame } from "./admin-frame";
import { ListSkeleton } from "./list-skeleton";
import { PlanForm } from "./plan-form";

export function PlansPage() {
  const { t } = useTranslation("admin");
  const plans = useQuery(adminPlansQuery);
  return (
    <AdminFrame title={t("plans.title")} description={t("plans.description")}>
      {plans.isPending ? (
        <ListSkeleton label={t("plans.loading")} />
      ) : isApiError(plans.error, "BILLING_OFF") ? (
        <EmptyState
          icon={ReceiptText}
          title={t("plans.offTitle")}
          action={
            <Link to={paths.adminSettings} className={buttonClass("secondary")}>
              {t("overview.openSettings")}
            </Link>
          }
          className="rounded-lg border border-line bg-surface py-16"
        >
          {t("plans.offText")}
        </EmptyState>
      ) : plans.isError && !plans.data ? (
        <ErrorState
          title={t("plans.errorTitle")}
          error={plans.error}
          retrying={plans.isFetching}
          onRetry={() => void plans.refetch()}
          className="rounded-lg border border-line bg-surface"
        />
      ) : (
        <div className="grid gap-4 lg:grid-cols-3">
          {plans.data.map((plan) => (
            <PlanForm
              key={plan.key}
              plan={plan}
              otherNames={plans.data
                .filter(({ key }) => key !== plan.key)
                .map(({ values }) => values.displayName)}
            />
          ))}
        </div>
      )}
    </AdminFrame>
  );
}
