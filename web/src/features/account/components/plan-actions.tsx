/** Buttons of the current plan: cancel it at the end of its cycle, or resume it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import type { BillingSummary } from "@/api/types";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";
import { formatDate } from "@/lib/format";

import { useChoosePlan } from "../api/choose-plan";

function Resume({ billing }: { billing: BillingSummary }) {
  const { t } = useTranslation("account");
  const toast = useToast();
  const choose = useChoosePlan();
  const resume = () =>
    choose.mutate(billing.plan, {
      onSuccess: () => toast.show(t("plans.resumed")),
      onError: (error) => toast.show(errorText(error, t("plans.changeFailed")), "error"),
    });
  return (
    <Button variant="primary" busy={choose.isPending} onClick={resume}>
      {choose.isPending ? t("plans.resuming") : t("plans.resume")}
    </Button>
  );
}

function Cancel({ billing }: { billing: BillingSummary }) {
  const { t } = useTranslation("account");
  const toast = useToast();
  const choose = useChoosePlan();
  const [isOpen, setIsOpen] = useState(false);
  const cancel = () =>
    choose.mutate("free", {
      onSuccess: () => {
        setIsOpen(false);
        toast.show(t("plans.cancelled"));
      },
    });
  const names = { plan: billing.planDisplayName, date: formatDate(billing.periodEnd) };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t("plans.cancel")}</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t("plans.cancelTitle", names)}
        confirmLabel={t("plans.cancel")}
        busyLabel={t("plans.cancelling")}
        cancelLabel={t("plans.keep")}
        busy={choose.isPending}
        error={choose.isError ? errorText(choose.error, t("plans.changeFailed")) : null}
        onConfirm={cancel}
      >
        {t("plans.cancelText", names)}
      </ConfirmDialog>
    </>
  );
}

/** Nothing for Free, which does not end, and for a plan without a cycle. */
export function PlanActions({ billing }: { billing: BillingSummary }) {
  if (billing.plan === "free") return null;
  if (billing.isCancelled) return <Resume billing={billing} />;
  return billing.periodEnd === null ? null : <Cancel billing={billing} />;
}
