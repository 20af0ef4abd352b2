/** Link to the sign-in page. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

export function ToSignIn() {
  const { t } = useTranslation("auth");
  return (
    <Link to={paths.login} className={buttonClass("primary", "lg", "w-full text-base")}>
      {t("goToSignIn")}
    </Link>
  );
}
