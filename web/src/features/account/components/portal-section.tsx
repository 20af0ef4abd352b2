/** Section for users who ever had a paid plan: the way to Stripe's customer portal. */
import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useToast } from "@/components/ui/toast-context";

import { usePortal } from "../api/payments";

export function PortalSection() {
  const { t } = useTranslation("account");
  const toast = useToast();
  const portal = usePortal();
  const open = () =>
    portal.mutate(undefined, {
      onError: () => toast.show(t("payments.portalFailed"), "error"),
    });
  return (
    <Card title={t("payments.title")}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-base text-pretty text-muted">{t("payments.portalText")}</p>
        <Button busy={portal.isPending} onClick={open}>
          <ExternalLink size={16} aria-hidden />
          {portal.isPending ? t("payments.opening") : t("payments.openPortal")}
        </Button>
      </div>
    </Card>
  );
}
