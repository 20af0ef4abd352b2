/** Dialog that explains which limit was reached and links to the plans. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { Dialog } from "@/components/ui/dialog";
import { paths } from "@/config/paths";

interface UpgradeModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Which limit was reached. */
  reason: "documents" | "credits";
}

export function UpgradeModal({ open, onOpenChange, reason }: UpgradeModalProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t("upgrade.title")}
      description={t(`upgrade.${reason}`)}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Link to={paths.plans} className={buttonClass("primary")}>
            {t("upgrade.viewPlans")}
          </Link>
        </>
      }
    >
      {null}
    </Dialog>
  );
}
