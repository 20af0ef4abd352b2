/** Menu on narrow screens: the top bar's links, Profile, and Account & Usage. */
import { CircleUserRound, Gauge, Menu } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";

import { DropdownMenu, MenuLink, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { paths } from "@/config/paths";

import { MAIN_LINKS } from "../lib/navigation";

export function MobileMenu({ isMetered }: { isMetered: boolean }) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  return (
    <DropdownMenu
      align="start"
      className="w-60"
      trigger={<IconButton label={t("nav.menu")} icon={Menu} tooltip={false} className="-ml-2" />}
    >
      {MAIN_LINKS.map(({ to, key, icon }) => (
        <MenuLink key={to} to={to} icon={icon} isCurrent={pathname === to}>
          {t(`nav.${key}`)}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink to={paths.profile} icon={CircleUserRound} isCurrent={pathname === paths.profile}>
        {t("menu.profile")}
      </MenuLink>
      {isMetered && (
        <MenuLink to={paths.account} icon={Gauge} isCurrent={pathname === paths.account}>
          {t("menu.account")}
        </MenuLink>
      )}
    </DropdownMenu>
  );
}
