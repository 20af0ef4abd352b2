/** Frame of every admin page: navigation and page header. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";

import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/config/paths";
import { useCurrentInView } from "@/hooks/use-current-in-view";
import { useIsMetered } from "@/hooks/use-is-metered";
import { cn } from "@/lib/cn";

const PAGES = [
  { to: paths.admin, key: "overview", exact: true },
  { to: paths.adminUsers, key: "users", exact: false },
  { to: paths.adminModels, key: "models", exact: false },
  { to: paths.adminPlans, key: "plans", exact: false },
  { to: paths.adminDemoRequests, key: "demoRequests", exact: false },
  { to: paths.adminJobs, key: "jobs", exact: false },
  { to: paths.adminSecurity, key: "security", exact: false },
  { to: paths.adminSettings, key: "settings", exact: false },
] as const;

function AdminNav() {
  const { t } = useTranslation("admin");
  const { pathname } = useLocation();
  const isMetered = useIsMetered();
  const nav = useCurrentInView<HTMLElement>('[aria-current="page"]', pathname);
  return (
    <nav
      ref={nav}
      aria-label={t("nav.label")}
      // Extends to the screen edges on a phone, so that a cut-off item shows that there is more.
      className="-mx-4 flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      {PAGES.filter((page) => isMetered || page.key !== "plans").map((page) => (
        <NavLink
          key={page.to}
          to={page.to}
          end={page.exact}
          className={({ isActive }) =>
            cn(
              "-mb-px flex h-10 shrink-0 items-center border-b-2 px-3 text-base font-medium transition-colors focus-visible:-outline-offset-2 pointer-coarse:h-11",
              isActive ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
            )
          }
        >
          {t(`nav.${page.key}`)}
        </NavLink>
      ))}
    </nav>
  );
}

interface AdminFrameProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function AdminFrame({ title, description, actions, children }: AdminFrameProps) {
  return (
    <div className="flex flex-col gap-5">
      <AdminNav />
      <PageHeader title={title} description={description} actions={actions} />
      {children}
    </div>
  );
}
