import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, redirect, type RouteObject } from "react-router";

import { billingSummaryQuery, currentUserQuery } from "@/api/current-user";
import { isApiError } from "@/api/errors";
import { readSessionToken } from "@/api/session-token";
import { readSetupRequired } from "@/api/setup-status";
import { Spinner } from "@/components/ui/spinner";
import { paths } from "@/config/paths";

import { RootLayout, type RouteHandle } from "./root-layout";
import { RouteError } from "./route-error";
import { NotFoundPage } from "./routes/not-found";
import { redirectHome, requireSession } from "./session-routing";

function titled(title: string): { handle: RouteHandle } {
  return { handle: { title } };
}

/** Titled, and search engines may list it. */
function listed(title: string): { handle: RouteHandle } {
  return { handle: { title, indexed: true } };
}

function Loading() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner size={22} label="Loading" />
    </div>
  );
}

async function beforeLogin({ request }: { request: Request }): Promise<Response | null> {
  if (readSessionToken()) return redirect(paths.interviews);
  try {
    return (await readSetupRequired(request.signal)) ? redirect(paths.setup) : null;
  } catch (error) {
    // The form itself says that the server is away, and works as soon as it is back.
    if (isApiError(error)) return null;
    throw error;
  }
}

async function beforeSetup({ request }: { request: Request }): Promise<Response | null> {
  return (await readSetupRequired(request.signal)) ? null : redirect(paths.login);
}

const entryRoutes: RouteObject[] = [
  { path: paths.home, loader: redirectHome, Component: Loading },
  {
    path: paths.login,
    ...listed("Sign in"),
    loader: beforeLogin,
    lazy: async () => ({
      Component: (await import("@/features/login/components/login-page")).LoginPage,
    }),
  },
  {
    path: paths.setup,
    ...titled("Set up"),
    loader: beforeSetup,
    lazy: async () => ({
      Component: (await import("@/features/setup/components/setup-page")).SetupPage,
    }),
  },
  {
    path: paths.terms,
    ...listed("Terms of Service"),
    lazy: async () => ({ Component: (await import("./routes/legal")).TermsPage }),
  },
  {
    path: paths.privacy,
    ...listed("Privacy Policy"),
    lazy: async () => ({ Component: (await import("./routes/legal")).PrivacyPage }),
  },
  {
    path: paths.thankYou,
    ...listed("Thank you"),
    lazy: async () => ({ Component: (await import("./routes/thank-you")).ThankYouPage }),
  },
];

function signedInRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      loader: (args) => {
        requireSession(args);
        // Started here so that they run beside the download of the page; nobody waits for them.
        queryClient.query(currentUserQuery).catch(() => undefined);
        queryClient.query(billingSummaryQuery).catch(() => undefined);
        return null;
      },
      lazy: async () => ({
        Component: (await import("@/features/shell/components/app-shell")).AppShell,
      }),
      children: [
        {
          path: paths.interviews,
          ...titled("Interviews"),
          loader: requireSession,
          lazy: async () => ({
            Component: (await import("@/features/interviews/components/interviews-page"))
              .InterviewsPage,
          }),
        },
        {
          // Titled by the name of the candidate.
          path: paths.interviewHq.pattern,
          loader: requireSession,
          lazy: async () => ({
            Component: (await import("./routes/interview-hq")).InterviewHqRoute,
          }),
        },
      ],
    },
  ];
}

/** The rooms stand alone, without the shell's top bar, and set their titles by themselves. */
const roomRoutes: RouteObject[] = [
  ...[paths.recruiterRoom.pattern, paths.interviewerRoom.pattern].map((path) => ({
    path,
    loader: requireSession,
    lazy: async () => ({
      Component: (await import("@/features/rooms/components/recruiter-room-route"))
        .RecruiterRoomRoute,
    }),
  })),
  {
    path: paths.candidateRoom.pattern,
    lazy: async () => ({
      Component: (await import("@/features/rooms/components/candidate-room-route"))
        .CandidateRoomRoute,
    }),
  },
];

export function createAppRouter(queryClient: QueryClient) {
  return createBrowserRouter([
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: Loading,
      children: [
        ...entryRoutes,
        ...roomRoutes,
        ...signedInRoutes(queryClient),
        { path: "*", Component: NotFoundPage },
      ],
    },
  ]);
}
