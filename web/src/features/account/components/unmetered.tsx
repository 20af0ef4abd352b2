/** Account page in billing mode `off`, which has no plans and no usage. */
import { Infinity as InfinityIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";

export function Unmetered() {
  const { t } = useTranslation("account");
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={InfinityIcon}
        title={t("unmetered.title")}
        action={
          <Link to={paths.interviews} className={buttonClass()}>
            {t("unmetered.toInterviews")}
          </Link>
        }
      >
        {t("unmetered.text")}
      </EmptyState>
    </div>
  );
}
