/** The router: the public pages with their loaders; all other routes are loaded on demand. */
import type { QueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { createBrowserRouter, redirect, type RouteObject } from "react-router";

import { isApiError } from "@/api/errors";
import { readSessionToken } from "@/api/session-token";
import { readSetupRequired } from "@/api/setup-status";
import { Spinner } from "@/components/ui/spinner";
import { paths } from "@/config/paths";

import { about, page } from "./page-route";
import { RootLayout } from "./root-layout";
import { RouteError } from "./route-error";

function Loading() {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner size={22} label={t("loadingPage")} />
    </div>
  );
}

async function beforeLogin({ request }: { request: Request }): Promise<Response | null> {
  const { searchParams } = new URL(request.url);
  // An identity provider redirects here with a new session, which replaces the old one.
  const isReturning = ["token", "error"].some((name) => searchParams.has(name));
  if (readSessionToken() && !isReturning) return redirect(paths.interviews);
  try {
    return (await readSetupRequired(request.signal)) ? redirect(paths.setup) : null;
  } catch (error) {
    // The form itself reports that the server is unavailable, and works as soon as it is back.
    if (isApiError(error)) return null;
    throw error;
  }
}

async function beforeSetup({ request }: { request: Request }): Promise<Response | null> {
  return (await readSetupRequired(request.signal)) ? null : redirect(paths.login);
}

const publicRoutes: RouteObject[] = [
  {
    path: paths.home,
    ...about({ title: "home", indexed: true }),
    ...page(
      ["landing"],
      async () => (await import("@/features/landing/components/landing-page")).LandingPage,
      // The page has its own error texts; the demo form loads the server's.
      { asksServer: false },
    ),
  },
  {
    path: paths.login,
    ...about({ title: "login", indexed: true }),
    loader: beforeLogin,
    // The page removes the provider's parameters from its URL: that is no new visit.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    ...page(
      ["auth"],
      async () => (await import("@/features/login/components/login-page")).LoginPage,
    ),
  },
  {
    path: paths.register,
    ...about({ title: "register", indexed: true }),
    ...page(
      ["auth"],
      async () => (await import("@/features/login/components/register-page")).RegisterPage,
    ),
  },
  {
    path: paths.invitation.pattern,
    ...about({ title: "invitation" }),
    ...page(
      ["auth"],
      async () => (await import("@/features/login/components/invitation-page")).InvitationPage,
    ),
  },
  {
    path: paths.setup,
    ...about({ title: "setup" }),
    loader: beforeSetup,
    ...page(
      ["auth"],
      async () => (await import("@/features/setup/components/setup-page")).SetupPage,
    ),
  },
  {
    path: paths.terms,
    ...about({ title: "terms", indexed: true }),
    ...page(["legal"], async () => (await import("./routes/legal")).TermsPage),
  },
  {
    path: paths.privacy,
    ...about({ title: "privacy", indexed: true }),
    ...page(["legal"], async () => (await import("./routes/legal")).PrivacyPage),
  },
  {
    path: paths.thankYou,
    ...about({ title: "thankYou", indexed: true }),
    ...page(["legal"], async () => (await import("./routes/thank-you")).ThankYouPage),
  },
];

export function createAppRouter(queryClient: QueryClient) {
  return createBrowserRouter(
    [
      {
        id: "root",
        Component: RootLayout,
        ErrorBoundary: RouteError,
        HydrateFallback: Loading,
        children: publicRoutes,
      },
    ],
    {
      // The list of workspace pages and their chunks is a fortieth of the landing page's JavaScript.
      // Called again for paths with parameters; the router drops the routes that it already has.
      patchRoutesOnNavigation: async ({ patch }) => {
        const { createWorkspaceRoutes } = await import("./workspace-routes");
        patch("root", [createWorkspaceRoutes(queryClient)]);
      },
    },
  );
}
