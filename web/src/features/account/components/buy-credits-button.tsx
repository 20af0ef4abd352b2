/** Button that leads to Stripe's payment page for 10 credits. */
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";

import { useTopUp } from "../api/payments";

export function BuyCreditsButton() {
  const { t } = useTranslation("account");
  const toast = useToast();
  const topUp = useTopUp();
  const buy = () =>
    topUp.mutate(undefined, {
      onError: () => toast.show(t("payments.topUpFailed"), "error"),
    });
  return (
    <Button busy={topUp.isPending} onClick={buy}>
      {topUp.isPending ? t("payments.opening") : t("payments.buyCredits")}
    </Button>
  );
}
