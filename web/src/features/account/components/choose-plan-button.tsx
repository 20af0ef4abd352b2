/** Button that leads to Stripe's page on which another plan is paid for or confirmed. */
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import type { Plan } from "@/api/plans";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import { leaveTo } from "@/lib/leave-to";

import { useChoosePlan } from "../api/choose-plan";

export function ChoosePlanButton({ plan }: { plan: Plan }) {
  const { t } = useTranslation("account");
  const toast = useToast();
  const choose = useChoosePlan();
  const pay = () =>
    choose.mutate(plan.key, {
      onSuccess: ({ checkoutUrl }) => {
        if (checkoutUrl) leaveTo(checkoutUrl);
      },
      onError: (error) => toast.show(errorText(error, t("plans.changeFailed")), "error"),
    });
  return (
    <Button variant="primary" busy={choose.isPending} onClick={pay}>
      {choose.isPending ? t("payments.opening") : t("plans.choose", { plan: plan.displayName })}
    </Button>
  );
}
