/** Notice on a record whose assessment is still being written. */
import { useTranslation } from "react-i18next";

import { Spinner } from "@/components/ui/spinner";

export function AssessmentNotice() {
  const { t } = useTranslation("records");
  return (
    <div role="status" className="flex gap-3 rounded-lg bg-info-soft px-4 py-3 text-info-ink">
      <Spinner size={17} className="mt-0.5" />
      <p>
        <span className="font-medium">{t("page.assessing")}</span> {t("page.assessingText")}
      </p>
    </div>
  );
}
