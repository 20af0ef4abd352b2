/** Notice on the admin panel that the setup is not finished. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

import { setupQuery } from "../../api/setup";

export function SetupReminder() {
  const { t } = useTranslation("admin");
  const setup = useQuery(setupQuery);
  if (!setup.data?.isUnfinished) return null;
  return (
    <Banner
      tone="info"
      className="flex-wrap rounded-lg"
      action={
        <Link to={paths.adminSetup.to()} className={buttonClass("secondary", "sm")}>
          {t("overview.continueSetup")}
        </Link>
      }
    >
      {t("overview.setupUnfinished")}
    </Banner>
  );
}
