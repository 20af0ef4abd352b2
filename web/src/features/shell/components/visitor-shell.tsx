/** Frame of pages that are no room and no form, for visitors who are not signed in. */
import { useTranslation } from "react-i18next";
import { Link, Outlet } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

import { TopBar } from "./top-bar";

export function VisitorShell() {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar isMetered={false}>
        <Link to={paths.login} className={buttonClass("ghost")}>
          {t("titles.login")}
        </Link>
      </TopBar>
      <main className="grow px-4 py-5">
        <Outlet />
      </main>
    </div>
  );
}
