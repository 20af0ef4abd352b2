/** The route table: every page with its loader, title and chunk. */
import type { QueryClient } from "@tanstack/react-query";
import type { FlatNamespace } from "i18next";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { createBrowserRouter, redirect, type RouteObject } from "react-router";

import { billingSummaryQuery, currentUserQuery } from "@/api/current-user";
import { isApiError } from "@/api/errors";
import { readSessionToken } from "@/api/session-token";
import { readSetupRequired } from "@/api/setup-status";
import { siteQuery } from "@/api/site";
import { Spinner } from "@/components/ui/spinner";
import { paths } from "@/config/paths";
import { loadCatalogs } from "@/lib/i18n";

import { RootLayout, type RouteHandle } from "./root-layout";
import { RouteError } from "./route-error";
import { NotFoundPage } from "./routes/not-found";
import { requireSession, verifyAdmin } from "./session-routing";

/** `indexed`: search engines may index it. A route without a title sets it itself, from its data. */
function about(handle: RouteHandle): { handle: RouteHandle } {
  return { handle };
}

/** A page in its own chunk, with the text catalogs it needs. */
function page(
  namespaces: readonly FlatNamespace[],
  load: () => Promise<ComponentType>,
  options?: { asksServer: boolean },
): Pick<RouteObject, "lazy"> {
  return {
    lazy: async () => {
      const [Component] = await Promise.all([load(), loadCatalogs(namespaces, options)]);
      return { Component };
    },
  };
}

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

const recruiterRoutes: RouteObject[] = [
  {
    path: paths.interviews,
    ...about({ title: "interviews" }),
    ...page(
      ["interviews", "records", "review"],
      async () => (await import("./routes/interviews")).InterviewsRoute,
    ),
  },
  {
    path: paths.candidates,
    ...about({ title: "candidates" }),
    ...page(
      ["candidates", "records"],
      async () => (await import("@/features/candidates/components/candidates-page")).CandidatesPage,
    ),
  },
  {
    path: paths.jobs,
    ...about({ title: "jobs" }),
    ...page(
      ["jobs", "records"],
      async () => (await import("@/features/job-descriptions/components/jobs-page")).JobsPage,
    ),
  },
  {
    path: paths.add,
    ...about({ title: "add" }),
    ...page(
      ["bulk", "documents"],
      async () => (await import("@/features/bulk-add/components/bulk-add-page")).BulkAddPage,
    ),
  },
  {
    // The page title is the candidate's name.
    path: paths.interviewHq.pattern,
    ...page(
      ["hq", "candidates", "jobs", "records", "documents", "questions", "report", "review"],
      async () => (await import("./routes/interview-hq")).InterviewHqRoute,
    ),
  },
  {
    // The page title is the candidate's name.
    path: paths.review.pattern,
    ...page(["report", "review"], async () => (await import("./routes/review")).ReviewRoute),
  },
  {
    path: paths.candidateHq.pattern,
    ...page(
      ["candidates", "records", "documents", "interviews", "matching"],
      async () => (await import("./routes/candidate-hq")).CandidateHqRoute,
    ),
  },
  {
    path: paths.jobHq.pattern,
    ...page(
      ["jobs", "records", "documents", "interviews", "matching"],
      async () => (await import("./routes/job-hq")).JobHqRoute,
    ),
  },
  {
    path: paths.manual.pattern,
    ...about({ title: "manual" }),
    ...page(
      ["manual"],
      async () => (await import("@/features/manual/components/manual-page")).ManualPage,
    ),
  },
  {
    path: paths.profile,
    ...about({ title: "profile" }),
    ...page(
      ["account"],
      async () => (await import("@/features/profile/components/profile-page")).ProfilePage,
    ),
  },
  {
    path: paths.account,
    ...about({ title: "account" }),
    ...page(
      ["account"],
      async () => (await import("@/features/account/components/account-page")).AccountPage,
    ),
  },
  {
    path: paths.plans,
    ...about({ title: "plans" }),
    ...page(
      ["account"],
      async () => (await import("@/features/account/components/plans-page")).PlansPage,
    ),
  },
];

const adminRoutes: RouteObject[] = [
  {
    path: paths.admin,
    ...about({ title: "admin" }),
    ...page(
      ["admin"],
      async () => (await import("@/features/admin/components/admin-page")).AdminPage,
    ),
  },
  {
    path: paths.adminJobs,
    ...about({ title: "adminJobs" }),
    ...page(
      ["admin"],
      async () =>
        (await import("@/features/admin/components/scheduled-jobs-page")).ScheduledJobsPage,
    ),
  },
  {
    path: paths.adminUsers,
    ...about({ title: "adminUsers" }),
    ...page(
      ["admin"],
      async () => (await import("@/features/admin/components/users-page")).UsersPage,
    ),
  },
  {
    path: paths.adminUser.pattern,
    ...about({ title: "adminUser" }),
    ...page(
      ["admin"],
      async () => (await import("@/features/admin/components/user-detail-page")).UserDetailPage,
    ),
  },
  {
    path: paths.adminSettings,
    ...about({ title: "adminSettings" }),
    ...page(
      ["admin"],
      async () => (await import("@/features/admin/components/settings-page")).SettingsPage,
    ),
  },
  {
    path: paths.adminSetup.pattern,
    ...about({ title: "adminSetup" }),
    ...page(
      ["admin", "setup"],
      async () =>
        (await import("@/features/admin/components/setup/setup-assistant-page")).SetupAssistantPage,
    ),
  },
  {
    path: paths.adminModels,
    ...about({ title: "adminModels" }),
    ...page(
      ["admin"],
      async () => (await import("@/features/admin/components/models-page")).ModelsPage,
    ),
  },
  {
    path: paths.adminDemoRequests,
    ...about({ title: "adminDemoRequests" }),
    ...page(
      ["admin"],
      async () => (await import("@/features/admin/components/demo-requests-page")).DemoRequestsPage,
    ),
  },
  {
    path: paths.adminPlans,
    ...about({ title: "adminPlans" }),
    ...page(
      ["admin"],
      async () => (await import("@/features/admin/components/plans-page")).PlansPage,
    ),
  },
  {
    path: paths.adminSecurity,
    ...about({ title: "adminSecurity" }),
    ...page(
      ["admin", "records"],
      async () =>
        (await import("@/features/admin/components/security-events-page")).SecurityEventsPage,
    ),
  },
];

function signedInRoutes(queryClient: QueryClient): RouteObject {
  return {
    loader: (args) => {
      requireSession(args);
      // Started here so that they run while the page chunk loads; nothing waits for them.
      queryClient.query(currentUserQuery).catch(() => undefined);
      queryClient.query(siteQuery).then(
        (site) =>
          site.billingMode === "off"
            ? undefined
            : queryClient.query(billingSummaryQuery).catch(() => undefined),
        () => undefined,
      );
      return null;
    },
    ...page(
      ["shell"],
      async () => (await import("@/features/shell/components/app-shell")).AppShell,
    ),
    children: [
      ...recruiterRoutes.map((route) => ({ ...route, loader: requireSession })),
      ...adminRoutes.map((route) => ({ ...route, loader: verifyAdmin })),
    ],
  };
}

/** Rooms have no top bar and set their titles themselves. */
const roomRoutes: RouteObject[] = [
  ...[paths.recruiterRoom.pattern, paths.interviewerRoom.pattern].map((path) => ({
    path,
    loader: requireSession,
    ...about({ room: true }),
    ...page(
      ["rooms", "candidates", "jobs"],
      async () => (await import("./routes/recruiter-room")).RecruiterRoomRoute,
    ),
  })),
  {
    path: paths.candidateRoom.pattern,
    // Public, but marked noindex as the 404 page is: the link admits everyone who has it.
    ...about({ room: true }),
    ...page(
      ["rooms"],
      async () =>
        (await import("@/features/rooms/components/candidate-room-route")).CandidateRoomRoute,
    ),
  },
];

/** Opened by a link, without sign-in. */
const sharedReportRoute: RouteObject = {
  path: paths.sharedReport.pattern,
  ...about({ title: "sharedReport" }),
  ...page(
    ["report"],
    async () => (await import("@/features/report/components/shared-report-page")).SharedReportPage,
  ),
};

const notFoundRoute: RouteObject = {
  ...page(["shell"], async () => (await import("./routes/not-found-frame")).NotFoundFrame),
  children: [{ path: "*", Component: NotFoundPage }],
};

export function createAppRouter(queryClient: QueryClient) {
  return createBrowserRouter([
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: Loading,
      children: [
        ...publicRoutes,
        {
          ...page([], async () => (await import("./workspace-layout")).WorkspaceLayout),
          children: [...roomRoutes, sharedReportRoute, signedInRoutes(queryClient), notFoundRoute],
        },
      ],
    },
  ]);
}
