/** Tests of the app shell: user menu, banners, command palette and logout. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { beforeSignOut } from "@/api/before-sign-out";
import { aBillingSummary, aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { AppShell } from "./app-shell";

/** Announces a change of the account, as the server does over the socket. */
let announce: () => void = () => undefined;
vi.mock("@/api/billing-changes", () => ({
  watchBilling: (onChange: () => void) => {
    announce = onChange;
    return () => undefined;
  },
}));

type Routes = Parameters<typeof stubFetch>[0];

const data = (value: unknown) => ({ json: { success: true, data: value } });
const page = (rows: unknown[]) => ({ json: { success: true, data: rows, pagination: {} } });

function show(routes: Routes = {}, at = "/interviews") {
  const calls = stubFetch({
    "GET /api/auth/me": data(aUser()),
    "GET /api/site": data(aSite()),
    "GET /api/billing/summary": data(aBillingSummary()),
    "GET /api/interviews": page([]),
    "GET /api/candidates/search": page([]),
    "GET /api/job-descriptions/search": page([]),
    ...routes,
  });
  const { router } = renderWithApp(<AppShell />, {
    path: "/interviews",
    at,
    routes: [
      { path: "/profile", element: <p>The profile</p> },
      { path: "/plans", element: <p>The plans</p> },
      { path: "/interview-hq/:id", element: <p>Interview HQ</p> },
    ],
  });
  return { calls, router };
}

async function openMenu() {
  await userEvent.click(await screen.findByRole("button", { name: /^Account menu for/ }));
  return screen.findByRole("dialog", { name: /^Account menu for/ });
}

describe("user menu", () => {
  it("shows name, plan and remaining credits", async () => {
    show();
    const menu = within(await openMenu());
    expect(menu.getByText("alice@agency.example")).toBeVisible();
    expect(menu.getByText("Recruiter")).toBeVisible();
    expect(await menu.findByText("Trial")).toBeVisible();
    expect(menu.getByText("2/3")).toBeVisible();
    expect(menu.queryByRole("menuitem", { name: "Admin Panel" })).toBeNull();
    expect(menu.getByRole("menuitem", { name: "Profile" })).toHaveAttribute("href", "/profile");
    expect(menu.getByRole("menuitem", { name: "Account & Usage" })).toBeVisible();
    expect(menu.getByRole("menuitem", { name: "Contact Us" })).toHaveAttribute("href", "/#contact");
    expect(menu.getByRole("menuitem", { name: "Logout" })).toBeVisible();
  });

  it("warns of a cancelled plan", async () => {
    show({
      "GET /api/billing/summary": data(
        aBillingSummary({ isCancelled: true, cancellationEffectiveDate: "2026-12-24T12:00:00Z" }),
      ),
    });
    const menu = within(await openMenu());
    expect(await menu.findByText("Ends Dec 24, 2026")).toBeVisible();
  });

  it("links an admin to the panel and the configured contact page", async () => {
    show({
      "GET /api/auth/me": data(aUser({ role: "admin" })),
      "GET /api/site": data(aSite({ contactUrl: "https://agency.example/help" })),
    });
    const menu = within(await openMenu());
    expect(menu.getByRole("menuitem", { name: "Admin Panel" })).toHaveAttribute("href", "/admin");
    await waitFor(() =>
      expect(menu.getByRole("menuitem", { name: "Contact Us" })).toHaveAttribute(
        "href",
        "https://agency.example/help",
      ),
    );
  });

  it("shows no plans where nothing is metered", async () => {
    const { calls } = show({ "GET /api/site": data(aSite({ billingMode: "off" })) });
    const menu = within(await openMenu());
    expect(menu.queryByText("Interview credits")).toBeNull();
    expect(menu.queryByRole("menuitem", { name: "Account & Usage" })).toBeNull();
    expect(calls.filter(({ url }) => url.includes("billing"))).toEqual([]);
  });
});

describe("app shell", () => {
  it("shows the yellow banner without credits, with a link to the plans", async () => {
    show({ "GET /api/billing/summary": data(aBillingSummary({ creditsRemaining: 0 })) });
    const plans = await screen.findByRole("link", { name: "View plans" });
    expect(plans).toHaveAttribute("href", "/plans");
    expect(plans.parentElement).toHaveTextContent(
      "Not enough interview credits. View plans to upgrade and continue interviewing.",
    );
  });

  it("hides credits that cannot be loaded", async () => {
    show({ "GET /api/billing/summary": { status: 500, json: {} } });
    const menu = within(await openMenu());
    expect(menu.queryByText("Interview credits")).toBeNull();
    expect(screen.queryByText(/Not enough interview credits/)).toBeNull();
  });

  it("redirects an account that is not set up to its profile and remembers the page", async () => {
    const { router } = show({ "GET /api/auth/me": data(aUser({ mustChangePassword: true })) });
    expect(await screen.findByText("The profile")).toBeVisible();
    expect(router.state.location.search).toBe("?next=%2Finterviews");
  });
});

describe("command palette", () => {
  it("opens on Ctrl K, shows search results and opens one with Enter", async () => {
    show({
      "GET /api/interviews": page([anInterview({ _id: "i7", candidateName: "Cara Diaz" })]),
    });
    await screen.findByRole("button", { name: /^Account menu for/ });
    await userEvent.keyboard("{Control>}k{/Control}");
    const dialog = await screen.findByRole("dialog", { name: "Command palette" });
    await userEvent.keyboard("en");
    expect(await within(dialog).findByText("Cara Diaz")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText("Interview HQ")).toBeVisible();
  });

  it("filters the pages from the first letter on", async () => {
    show();
    await screen.findByRole("button", { name: /^Account menu for/ });
    await userEvent.keyboard("{Control>}k{/Control}");
    const dialog = await screen.findByRole("dialog");
    await userEvent.keyboard("p");
    expect(within(dialog).getByText("Profile")).toBeVisible();
    expect(within(dialog).queryByText("Interviews")).toBeNull();
  });

  it("reports an unreachable server and keeps the pages", async () => {
    show({ "GET /api/candidates/search": { status: 500, json: {} } });
    await screen.findByRole("button", { name: /^Account menu for/ });
    await userEvent.keyboard("{Control>}k{/Control}");
    const dialog = await screen.findByRole("dialog");
    await userEvent.keyboard("prof");
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      "The search could not reach the server.",
    );
    expect(within(dialog).getByText("Profile")).toBeVisible();
  });

  it("creates no interview without credits, and offers the plans", async () => {
    const refused = {
      success: false,
      error: "None left.",
      message: "None left.",
      code: "NO_CREDITS",
    };
    const { calls } = show({ "GET /api/billing/can-start": { status: 402, json: refused } });
    await screen.findByRole("button", { name: /^Account menu for/ });
    await userEvent.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog");
    await userEvent.keyboard("new interview{Enter}");
    expect(await screen.findByRole("dialog", { name: "Upgrade your plan" })).toHaveTextContent(
      "You have reached your interview credit limit for this period. Upgrade your plan to get more credits.",
    );
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
  });

  it("closes with the same keys", async () => {
    show();
    await screen.findByRole("button", { name: /^Account menu for/ });
    await userEvent.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog");
    await userEvent.keyboard("{Control>}k{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("logout", () => {
  it("revokes the session and clears it here, even if the server is unreachable", async () => {
    for (const key of ["token", "authToken", "admin"]) localStorage.setItem(key, "x");
    const onLogout = vi.fn();
    window.addEventListener("logout", onLogout);
    const { calls } = show({ "POST /api/auth/logout": new TypeError("offline") });
    const menu = within(await openMenu());
    await userEvent.click(menu.getByRole("menuitem", { name: "Logout" }));
    await waitFor(() => expect(localStorage.getItem("token")).toBeNull());
    window.removeEventListener("logout", onLogout);
    expect(localStorage.getItem("authToken")).toBeNull();
    expect(localStorage.getItem("admin")).toBeNull();
    expect(onLogout).toHaveBeenCalledOnce();
    expect(calls.some(({ url }) => url === "/api/auth/logout")).toBe(true);
  });

  it("waits for calls that still need the session, even if they fail", async () => {
    const done: string[] = [];
    const withdraw = beforeSignOut(async () => {
      await Promise.resolve();
      done.push("last call");
      throw new Error("refused");
    });
    show({
      "POST /api/auth/logout": () => {
        done.push("logout");
        return {};
      },
    });
    const menu = within(await openMenu());
    await userEvent.click(menu.getByRole("menuitem", { name: "Logout" }));
    await waitFor(() => expect(done).toEqual(["last call", "logout"]));
    withdraw();
  });
});

describe("live billing", () => {
  it("takes the banner away when an administrator grants credits, without a reload", async () => {
    let creditsRemaining = 0;
    show({
      "GET /api/billing/summary": () => data(aBillingSummary({ creditsRemaining })),
    });
    expect(await screen.findByText(/Not enough interview credits/u)).toBeVisible();
    creditsRemaining = 5;
    announce();
    await waitFor(() => expect(screen.queryByText(/Not enough interview credits/u)).toBeNull());
  });

  it("watches nothing where usage is not metered", async () => {
    announce = () => undefined;
    const before = announce;
    show({ "GET /api/site": data(aSite({ billingMode: "off" })) });
    expect(await screen.findByRole("button", { name: /^Account menu for/u })).toBeVisible();
    expect(announce).toBe(before);
  });
});
