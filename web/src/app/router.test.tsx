/** Tests of the route table as a whole: the 404 page, and which pages search engines may index. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { RouterProvider } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { storeSession } from "@/api/session-token";
import { aBillingSummary, aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";

import { createAppRouter } from "./router";

vi.mock("@/api/billing-changes", () => ({ watchBilling: () => () => undefined }));

const data = (value: unknown) => ({ json: { success: true, data: value } });

function open(at: string) {
  window.history.replaceState(null, "", at);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createAppRouter(client)} />
    </QueryClientProvider>,
  );
}

const robots = () => document.head.querySelector('meta[name="robots"]')?.getAttribute("content");

// jsdom cannot scroll.
beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  stubFetch({
    "GET /api/site": data(aSite()),
    "GET /api/auth/me": data(aUser()),
    "GET /api/billing/summary": data(aBillingSummary()),
  });
});

describe("404 page", () => {
  async function expectPage() {
    open("/no/such/page");
    expect(await screen.findByText("The page you’re looking for doesn’t exist.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to Home" })).toHaveAttribute("href", "/");
    const nav = within(screen.getByRole("navigation", { name: "Main" }));
    expect(nav.getByRole("link", { name: "Interviews" })).toHaveAttribute("href", "/interviews");
    expect(nav.getByRole("link", { name: "Candidates" })).toHaveAttribute("href", "/candidates");
    expect(nav.getByRole("link", { name: "Jobs" })).toHaveAttribute("href", "/jobs");
    expect(robots()).toBe("noindex,nofollow");
    expect(screen.getAllByRole("main")).toHaveLength(1);
  }

  it("has the top bar with a link to sign in", async () => {
    await expectPage();
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  });

  it("has the user menu of who is signed in", async () => {
    storeSession("secret", {});
    await expectPage();
    expect(await screen.findByRole("button", { name: /^Account menu for/u })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
  });
});

describe("search engines", () => {
  it.each([
    ["/terms", "index,follow"],
    ["/privacy", "index,follow"],
    ["/thank-you", "index,follow"],
    // Public, but the link admits everyone who has it.
    ["/room/candidate/some-token", "noindex,nofollow"],
  ])("read about %s: %s", async (path, expected) => {
    open(path);
    await waitFor(() => expect(robots()).toBe(expected));
  });
});
