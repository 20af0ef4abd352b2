/** Notice that scanned documents are refused, with what to install. */
import { useTranslation } from "react-i18next";

import { Banner } from "@/components/ui/banner";

export function ScansNotice() {
  const { t } = useTranslation("admin");
  return (
    <Banner tone="info" className="rounded-lg">
      {t("settings.noScans")}
    </Banner>
  );
}
