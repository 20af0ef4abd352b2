/** The routes that the public pages do not need: signed-in pages, rooms, shared reports, 404. */
import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";

import { billingSummaryQuery, currentUserQuery } from "@/api/current-user";
import { siteQuery } from "@/api/site";
import { paths } from "@/config/paths";

import { about, page } from "./page-route";
import { NotFoundPage } from "./routes/not-found";
import { requireSession, verifyAdmin } from "./session-routing";

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

export function createWorkspaceRoutes(queryClient: QueryClient): RouteObject {
  return {
    ...page([], async () => (await import("./workspace-layout")).WorkspaceLayout),
    children: [...roomRoutes, sharedReportRoute, signedInRoutes(queryClient), notFoundRoute],
  };
}
