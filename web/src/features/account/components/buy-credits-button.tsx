/** Button that leads to Stripe's payment page for 10 credits. */
import { useTranslation } from "react-i18next";

import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";

import { useTopUp } from "../api/payments";

export function BuyCreditsButton() {
  const { t } = useTranslation("account");
  const topUp = useTopUp();
  return (
    <>
      <Button busy={topUp.isPending} onClick={() => topUp.mutate()}>
        {topUp.isPending ? t("payments.opening") : t("payments.buyCredits")}
      </Button>
      <AlertMessage
        message={topUp.isError ? t("payments.topUpFailed") : null}
        onClose={topUp.reset}
      />
    </>
  );
}
