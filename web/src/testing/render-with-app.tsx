/** Renders an element inside all providers of the app. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, type RenderResult } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider, type RouteObject } from "react-router";

import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";

/** Renders `element` at `path` inside all providers of the app, without query retries. */
export function renderWithApp(
  element: ReactElement,
  {
    path = "/",
    at = path,
    routes = [],
  }: { path?: string; at?: string; routes?: RouteObject[] } = {},
): RenderResult & { router: ReturnType<typeof createMemoryRouter>; client: QueryClient } {
  const router = createMemoryRouter([{ path, element }, ...routes], { initialEntries: [at] });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const result = render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...result, router, client };
}
