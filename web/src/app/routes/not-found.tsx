/** Content of the 404 page. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";
import { useDocumentTitle } from "@/hooks/use-document-title";

export function NotFoundPage() {
  const { t } = useTranslation();
  useDocumentTitle(t("titles.notFound"));
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center gap-6 p-6 text-center">
      <div>
        <p className="font-mono text-base text-faint">404</p>
        <h1 className="mt-1 text-xl font-semibold tracking-tight text-balance">{t("notFound")}</h1>
      </div>
      <Link to={paths.home} className={buttonClass("primary")}>
        {t("goHome")}
      </Link>
    </div>
  );
}
