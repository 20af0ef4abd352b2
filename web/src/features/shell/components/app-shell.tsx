/** Frame of every signed-in page except the rooms. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link, Navigate, Outlet, useLocation } from "react-router";

import { currentUserQuery, hasNoCredits } from "@/api/current-user";
import { isApiError, NETWORK_ERROR } from "@/api/errors";
import { siteQuery } from "@/api/site";
import { Banner } from "@/components/ui/banner";
import { paths } from "@/config/paths";
import { useBillingChanges } from "@/hooks/use-billing-changes";
import { useBillingSummary } from "@/hooks/use-billing-summary";
import { entrancePath } from "@/lib/return-path";

import { usePaletteShortcut } from "../hooks/use-palette-shortcut";
import { PaletteButton } from "./palette-button";
import { ServerAwayBanner } from "./server-away-banner";
import { TopBar } from "./top-bar";
import { UserMenu } from "./user-menu";

const ASK_AGAIN_MS = 5000;

/** Loaded when it is first opened. */
const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette")).CommandPalette,
}));

function NoCreditsBanner() {
  return (
    <Banner className="sm:px-6 print:hidden">
      <Trans
        i18nKey="noCredits"
        ns="shell"
        components={{
          plans: <Link to={paths.plans} className="font-medium underline underline-offset-2" />,
        }}
      />
    </Banner>
  );
}

export function AppShell() {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const user = useQuery({
    ...currentUserQuery,
    refetchInterval: (query) =>
      isApiError(query.state.error, NETWORK_ERROR) ? ASK_AGAIN_MS : false,
  });
  const site = useQuery(siteQuery);
  const isMetered = site.data !== undefined && site.data.billingMode !== "off";
  const billing = useBillingSummary();
  useBillingChanges(isMetered && user.data !== undefined);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [isPaletteWanted, setIsPaletteWanted] = useState(false);
  const openPalette = useCallback(() => {
    setIsPaletteWanted(true);
    setIsPaletteOpen((isOpen) => !isOpen);
  }, []);
  usePaletteShortcut(openPalette);

  if (user.data && pathname !== paths.profile) {
    // Until the account is set up, the server refuses all other calls.
    const entrance = entrancePath(user.data, pathname + search);
    if (entrance !== pathname + search) return <Navigate to={entrance} replace />;
  }
  return (
    <div className="flex min-h-dvh flex-col print:block">
      <a
        href="#content"
        className="sr-only bg-surface focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:px-3 focus:py-2 focus:shadow-pop"
      >
        {t("skip")}
      </a>
      <TopBar isMetered={isMetered}>
        <PaletteButton onOpen={openPalette} />
        <UserMenu
          user={user.data}
          billing={billing}
          isMetered={isMetered}
          contactUrl={site.data?.contactUrl ?? null}
        />
      </TopBar>
      {isApiError(user.error, NETWORK_ERROR) && (
        <ServerAwayBanner trying={user.isFetching} onRetry={() => void user.refetch()} />
      )}
      {hasNoCredits(billing) && <NoCreditsBanner />}
      <main
        id="content"
        className="mx-auto w-full max-w-[90rem] grow px-4 py-5 sm:px-6 sm:py-7 print:max-w-none print:p-0"
      >
        <Outlet />
      </main>
      {isPaletteWanted && (
        <Suspense>
          <CommandPalette
            open={isPaletteOpen}
            onOpenChange={setIsPaletteOpen}
            isAdmin={user.data?.role === "admin"}
            isMetered={isMetered}
          />
        </Suspense>
      )}
    </div>
  );
}
