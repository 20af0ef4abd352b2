/** Link back to the interview list. */
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { paths } from "@/config/paths";

export function BackToList() {
  const { t } = useTranslation("hq");
  return (
    <Link
      to={paths.interviews}
      className="touch-target mb-2 inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-ink"
    >
      <ArrowLeft size={14} aria-hidden /> {t("back")}
    </Link>
  );
}
