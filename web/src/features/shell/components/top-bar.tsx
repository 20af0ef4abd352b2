/** Top bar with navigation. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";

import { Wordmark } from "@/components/ui/wordmark";
import { paths } from "@/config/paths";
import { useBranding } from "@/hooks/use-branding";
import { cn } from "@/lib/cn";

import { MAIN_LINKS } from "../lib/navigation";
import { MobileMenu } from "./mobile-menu";

interface TopBarProps {
  /** Whether usage is metered on this server. */
  isMetered: boolean;
  /** At the end of the bar. */
  children: ReactNode;
}

export function TopBar({ isMetered, children }: TopBarProps) {
  const { t } = useTranslation("shell");
  const { productName } = useBranding();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex h-14 w-full max-w-[90rem] items-center gap-3 px-4 sm:px-6 md:gap-8">
        <div className="md:hidden">
          <MobileMenu isMetered={isMetered} />
        </div>
        <NavLink
          to={paths.interviews}
          aria-label={t("home", { product: productName })}
          className="touch-target flex min-w-0 items-center rounded-md"
        >
          <Wordmark className="min-w-0" />
        </NavLink>
        <nav aria-label={t("nav.main")} className="hidden h-full gap-1 md:flex">
          {MAIN_LINKS.map(({ to, key }) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                cn(
                  "touch-target flex h-full items-center border-b-2 px-2 text-base font-medium transition-colors focus-visible:-outline-offset-4",
                  isActive
                    ? "border-accent text-ink"
                    : "border-transparent text-muted hover:text-ink",
                )
              }
            >
              {t(`nav.${key}`)}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-2 sm:gap-3">{children}</div>
      </div>
    </header>
  );
}
