import { useQuery } from "@tanstack/react-query";
import { NavLink, Outlet } from "react-router";

import { billingSummaryQuery, currentUserQuery, hasNoCredits } from "@/api/current-user";
import { isApiError, NETWORK_ERROR } from "@/api/errors";
import { Banner } from "@/components/ui/banner";
import { Wordmark } from "@/components/ui/wordmark";
import { paths } from "@/config/paths";
import { cn } from "@/lib/cn";

import { ServerAwayBanner } from "./server-away-banner";
import { UserMenu } from "./user-menu";

const ASK_AGAIN_MS = 5000;

const LINKS = [{ to: paths.interviews, label: "Interviews" }];

/** The frame of every signed-in page but the rooms. */
export function AppShell() {
  const user = useQuery({
    ...currentUserQuery,
    refetchInterval: (query) =>
      isApiError(query.state.error, NETWORK_ERROR) ? ASK_AGAIN_MS : false,
  });
  const billing = useQuery(billingSummaryQuery);
  const serverAway = isApiError(user.error, NETWORK_ERROR);
  return (
    <div className="flex min-h-dvh flex-col print:block">
      <a
        href="#content"
        className="sr-only bg-surface focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:px-3 focus:py-2 focus:shadow-pop"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex h-14 w-full max-w-[90rem] items-center gap-4 px-4 sm:gap-8 sm:px-6">
          <NavLink
            to={paths.interviews}
            aria-label="Greenroom"
            className="touch-target flex items-center rounded-md"
          >
            <Wordmark className="max-sm:[&>span]:sr-only" />
          </NavLink>
          <nav aria-label="Main" className="flex h-full grow gap-1">
            {LINKS.map((link) => (
              <NavLink
                key={link.to}
                to={link.to}
                className={({ isActive }) =>
                  cn(
                    "touch-target flex h-full items-center border-b-2 px-2 text-base font-medium transition-colors focus-visible:-outline-offset-4",
                    isActive
                      ? "border-accent text-ink"
                      : "border-transparent text-muted hover:text-ink",
                  )
                }
              >
                {link.label}
              </NavLink>
            ))}
          </nav>
          <UserMenu user={user.data} billing={billing.data} />
        </div>
      </header>
      {serverAway && (
        <ServerAwayBanner trying={user.isFetching} onRetry={() => void user.refetch()} />
      )}
      {hasNoCredits(billing.data) && (
        <Banner className="sm:px-6 print:hidden">
          Not enough interview credits. View plans to upgrade and continue interviewing.
        </Banner>
      )}
      <main
        id="content"
        className="mx-auto w-full max-w-[90rem] grow px-4 py-5 sm:px-6 sm:py-7 print:max-w-none print:p-0"
      >
        <Outlet />
      </main>
    </div>
  );
}
