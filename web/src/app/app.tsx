import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RouterProvider } from "react-router";

import { createQueryClient } from "@/api/query-client";
import { onSessionChange } from "@/api/session-token";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";

import { createAppRouter } from "./router";
import { leaveTo } from "./session-routing";

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createAppRouter(queryClient));

  useEffect(
    () =>
      onSessionChange((reason) => {
        // What one person read must not be there for the next. After the page has gone: one that
        // is still shown would ask for everything again.
        const forget = () => queryClient.removeQueries();
        if (reason) void router.navigate(leaveTo(reason, router.state.location)).then(forget);
        else forget();
      }),
    [queryClient, router],
  );

  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>
  );
}
