/** Root component: providers, router and what happens when a session starts or ends. */
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RouterProvider } from "react-router";

import { onUnready } from "@/api/account-readiness";
import { currentUserQuery } from "@/api/current-user";
import { watchInterviewCreated } from "@/api/interview-created";
import { createQueryClient } from "@/api/query-client";
import { onSessionChange } from "@/api/session-token";
import { siteQuery } from "@/api/site";

import { BrandingProvider } from "./branding-provider";
import { ConfirmSignIn } from "./confirm-sign-in";
import { createAppRouter } from "./router";
import { leaveTo, readinessPath } from "./session-routing";

const [SITE] = siteQuery.queryKey;

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createAppRouter(queryClient));

  useEffect(
    () =>
      onSessionChange((reason) => {
        // Cached data of one user must not be shown to the next. Cleared after leaving the page,
        // which would otherwise load everything again.
        const forget = () =>
          queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SITE });
        if (reason) void router.navigate(leaveTo(reason, router.state.location)).then(forget);
        else forget();
      }),
    [queryClient, router],
  );

  useEffect(
    () =>
      onUnready(() => {
        // An admin has just required it, so the cached user does not show it yet.
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
        // During a redirect after sign-in, return to its target and not to the sign-in page.
        const path = readinessPath(router.state.navigation.location ?? router.state.location);
        if (path !== null) void router.navigate(path, { replace: true });
      }),
    [queryClient, router],
  );

  useEffect(() => watchInterviewCreated(queryClient), [queryClient]);

  return (
    <QueryClientProvider client={queryClient}>
      <BrandingProvider>
        <RouterProvider router={router} />
        <ConfirmSignIn />
      </BrandingProvider>
    </QueryClientProvider>
  );
}
