/** Links to registration if it is enabled, otherwise to the sign-in page. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Site } from "@/api/site";
import { buttonClass, type ButtonSize, type ButtonVariant } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

interface SignUpLinkProps {
  site: Site | undefined;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

export function SignUpLink({ site, variant = "primary", size = "lg", className }: SignUpLinkProps) {
  const { t } = useTranslation("landing");
  return (
    <Link
      to={site?.selfRegistration === true ? paths.register : paths.login}
      className={buttonClass(variant, size, className)}
    >
      {t("hero.signUp")}
    </Link>
  );
}
