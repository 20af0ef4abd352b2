/** User menu: account, plan, theme, sign-out. */
import { BookOpen, CircleUserRound, Gauge, LogOut, Mail, Shield } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { BillingSummary, User } from "@/api/types";
import { RoleBadge } from "@/components/role-badge";
import { Avatar } from "@/components/ui/avatar";
import { DropdownMenu, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/config/paths";
import { formatDate, formatNumber } from "@/lib/format";

import { useSignOut } from "../api/sign-out";
import { ThemeSwitch } from "./theme-switch";

interface UserMenuProps {
  user: User | undefined;
  /** Undefined while loading or on failure; no plan is shown then. */
  billing: BillingSummary | undefined;
  isMetered: boolean;
  contactUrl: string | null;
}

/** Contact link used if no contact page is configured. */
const CONTACT_SECTION = `${paths.home}#contact`;

function Plan({ billing }: { billing: BillingSummary }) {
  const { t } = useTranslation("shell");
  const ends = billing.isCancelled ? formatDate(billing.cancellationEffectiveDate) : "";
  return (
    <>
      <div className="flex justify-between gap-4">
        <dt className="text-muted">{t("menu.plan")}</dt>
        <dd className="font-medium">{billing.planDisplayName}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-muted">{t("menu.credits")}</dt>
        <dd className="font-mono tabular-nums">
          {t("menu.creditsOf", {
            remaining: formatNumber(billing.creditsRemaining),
            included: formatNumber(billing.creditsIncluded),
          })}
        </dd>
      </div>
      {ends && (
        <div className="font-medium text-warning-ink">
          <dt className="sr-only">{t("menu.subscription")}</dt>
          <dd>{t("menu.ends", { date: ends })}</dd>
        </div>
      )}
    </>
  );
}

function AccountSummary({ user, billing }: Pick<UserMenuProps, "billing"> & { user: User }) {
  const { t } = useTranslation("shell");
  const name = user.name || user.username;
  return (
    <>
      <div className="flex items-center gap-3 px-2 pt-2 pb-2.5">
        <Avatar name={name} className="size-9" />
        <div className="min-w-0 grow">
          <p dir="auto" className="truncate font-medium">
            {name}
          </p>
          <p className="truncate text-sm text-muted">{user.email ?? user.username}</p>
        </div>
      </div>
      <dl className="-mx-1 flex flex-col gap-1.5 border-t border-line px-3 py-2.5 text-sm">
        <div className="flex items-center justify-between gap-4">
          <dt className="text-muted">{t("menu.role")}</dt>
          <dd>
            <RoleBadge role={user.role} />
          </dd>
        </div>
        {billing && <Plan billing={billing} />}
      </dl>
    </>
  );
}

export function UserMenu({ user, billing, isMetered, contactUrl }: UserMenuProps) {
  const { t } = useTranslation("shell");
  const signOut = useSignOut();
  const name = user ? user.name || user.username : "";
  const label = user ? t("menu.of", { name }) : t("menu.unknown");
  return (
    <DropdownMenu
      className="w-68"
      about={{ label, content: user && <AccountSummary user={user} billing={billing} /> }}
      trigger={
        <button
          type="button"
          aria-label={label}
          className="touch-target flex min-w-0 items-center gap-2.5 rounded-full p-0.5 transition-colors hover:bg-hover lg:pr-3"
        >
          {user ? <Avatar name={name} /> : <Skeleton className="size-8 rounded-full" />}
          <span dir="auto" className="max-w-40 truncate text-base font-medium max-lg:sr-only">
            {name}
          </span>
        </button>
      }
    >
      {user && <MenuSeparator />}
      {user?.role === "admin" && (
        <MenuLink icon={Shield} to={paths.admin}>
          {t("menu.admin")}
        </MenuLink>
      )}
      <MenuLink icon={CircleUserRound} to={paths.profile}>
        {t("menu.profile")}
      </MenuLink>
      {isMetered && (
        <MenuLink icon={Gauge} to={paths.account}>
          {t("menu.account")}
        </MenuLink>
      )}
      <MenuLink icon={BookOpen} to={paths.manual.to()}>
        {t("menu.manual")}
      </MenuLink>
      <MenuLink icon={Mail} to={contactUrl ?? CONTACT_SECTION}>
        {t("menu.contact")}
      </MenuLink>
      <MenuSeparator />
      <ThemeSwitch />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => signOut.mutate()}>
        {t("menu.logout")}
      </MenuItem>
    </DropdownMenu>
  );
}
