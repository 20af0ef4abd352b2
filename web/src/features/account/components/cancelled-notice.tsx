/** 'Subscription Cancelled' notice: end date, the switch to the free plan, and reactivation. */
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { BillingSummary } from "@/api/types";
import { formatDate } from "@/lib/format";

export function CancelledNotice({ billing }: { billing: BillingSummary }) {
  const { t } = useTranslation("account");
  const date = formatDate(billing.cancellationEffectiveDate);
  return (
    <section
      aria-labelledby="cancelled-title"
      className="flex items-start gap-3 rounded-lg border border-line bg-warning-soft px-4 py-3 text-warning-ink"
    >
      <TriangleAlert size={18} className="mt-0.5 shrink-0" aria-hidden />
      <div>
        <h2 id="cancelled-title" className="font-semibold">
          {t("cancelled.title")}
        </h2>
        <p className="text-base">{t("cancelled.text", { plan: billing.planDisplayName, date })}</p>
      </div>
    </section>
  );
}
