/** Billing details of one user. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { isApiError } from "@/api/errors";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDate, formatNumber } from "@/lib/format";

import type { BillingAccount } from "../api/types";
import { billingAccountQuery } from "../api/user-queries";
import { BillingControls } from "./billing-controls";
import { UserLedger } from "./user-ledger";

function Tile({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 bg-surface p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-lg font-semibold tracking-tight tabular-nums">
        {value}
        {note && (
          <span className="block text-sm font-normal tracking-normal text-muted">{note}</span>
        )}
      </dd>
    </div>
  );
}

function Tiles({ account, status }: BillingAccount) {
  const { t } = useTranslation("admin");
  const share = (remaining: number, included: number) =>
    t("user.remainingOf", {
      remaining: formatNumber(remaining),
      included: formatNumber(included),
    });
  const start = formatDate(status.periodStart);
  const end = formatDate(status.periodEnd);
  return (
    <dl className="grid grid-cols-2 gap-px border-t border-line bg-line lg:grid-cols-4">
      <Tile
        label={t("user.plan")}
        value={status.planDisplayName}
        note={
          account.creditsIncludedPerMonth > 0
            ? t("user.perMonth", { count: account.creditsIncludedPerMonth })
            : null
        }
      />
      <Tile
        label={t("user.credits")}
        value={share(status.creditsRemaining, status.creditsIncluded)}
        note={t("user.remaining")}
      />
      <Tile
        label={t("user.documents")}
        value={share(status.documents.remaining, status.documents.included)}
        note={t("user.remaining")}
      />
      <Tile
        label={t("user.cycle")}
        value={
          <span className="text-md">
            {end ? t("user.cycleRange", { start, end }) : t("user.cycleSince", { start })}
          </span>
        }
        note={
          status.isCancelled
            ? t("user.endsOn", { date: formatDate(status.cancellationEffectiveDate) })
            : status.nextRenewalDate
              ? t("user.renewsOn", { date: formatDate(status.nextRenewalDate) })
              : null
        }
      />
    </dl>
  );
}

export function BillingSection({ userId }: { userId: string }) {
  const { t } = useTranslation("admin");
  const billing = useQuery(billingAccountQuery(userId));
  const isOff = isApiError(billing.error, "BILLING_OFF");
  const isMissing = isApiError(billing.error) && billing.error.status === 404;
  return (
    <Card title={t("user.billing")} className="overflow-hidden" bodyClassName="p-0 pt-2">
      {billing.isPending ? (
        <div
          role="status"
          aria-label={t("user.billingLoading")}
          className="grid gap-4 border-t border-line p-4 sm:grid-cols-4"
        >
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : billing.isError && (isOff || isMissing || !billing.data) ? (
        <p
          role={isOff || isMissing ? undefined : "alert"}
          className="border-t border-line p-4 text-base text-muted"
        >
          {isOff
            ? t("user.billingOff")
            : isMissing
              ? t("user.billingEmpty")
              : t("user.billingError")}
        </p>
      ) : (
        <>
          <Tiles {...billing.data} />
          <BillingControls userId={userId} data={billing.data} />
          <UserLedger userId={userId} />
        </>
      )}
    </Card>
  );
}
