/** Section for users who ever had a paid plan: the way to Stripe's customer portal. */
import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";

import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

import { usePortal } from "../api/payments";

export function PortalSection() {
  const { t } = useTranslation("account");
  const portal = usePortal();
  return (
    <Card title={t("payments.title")}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-base text-pretty text-muted">{t("payments.portalText")}</p>
        <Button busy={portal.isPending} onClick={() => portal.mutate()}>
          <ExternalLink size={16} aria-hidden />
          {portal.isPending ? t("payments.opening") : t("payments.openPortal")}
        </Button>
      </div>
      <AlertMessage
        message={portal.isError ? t("payments.portalFailed") : null}
        onClose={portal.reset}
      />
    </Card>
  );
}
