/** Message in place of a room that cannot be started without a credit. */
import { Coins } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

import { RoomMessage } from "./room-message";

/** The room was refused because no credit is left, by the page's call or by the socket. */
export function NoCreditsMessage({ hqPath }: { hqPath: string }) {
  const { t } = useTranslation("rooms");
  return (
    <RoomMessage
      icon={Coins}
      title={t("problem.noCreditsTitle")}
      action={
        <>
          <Link to={paths.plans} className={buttonClass("primary")}>
            {t("problem.viewPlans")}
          </Link>
          <Link to={hqPath} className={buttonClass("secondary")}>
            {t("backToHq")}
          </Link>
        </>
      }
    >
      {t("problem.noCredits")}
    </RoomMessage>
  );
}
