/** Tests of routing: access, page metadata and failed chunks. */
import { act, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, type RouteObject } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { readSessionToken, storeSession } from "@/api/session-token";
import { CatalogMissing, loadCatalogs } from "@/lib/i18n";
import { stubFetch } from "@/testing/fetch-stub";

import { RootLayout } from "./root-layout";
import { RouteError } from "./route-error";
import { NotFoundPage } from "./routes/not-found";
import { leaveTo, readinessPath, requireSession, verifyAdmin } from "./session-routing";

const request = (path: string) => ({ request: new Request(`http://localhost${path}`) });

/** The redirect of a loader. */
async function redirected(loading: () => unknown): Promise<string | null> {
  try {
    await loading();
    return null;
  } catch (thrown) {
    return (thrown as Response).headers.get("Location");
  }
}

// jsdom cannot scroll.
beforeEach(() => vi.spyOn(window, "scrollTo").mockImplementation(() => undefined));

describe("access to signed-in pages", () => {
  it("redirects to sign-in without a session and remembers the page", async () => {
    expect(await redirected(() => requireSession(request("/candidates?page=2")))).toBe(
      "/login?next=%2Fcandidates%3Fpage%3D2",
    );
    storeSession("secret", {});
    expect(await redirected(() => requireSession(request("/candidates")))).toBeNull();
  });

  it("admits an admin", async () => {
    storeSession("secret", {});
    stubFetch({ "GET /api/admin/verify": {} });
    expect(await redirected(() => verifyAdmin(request("/admin")))).toBeNull();
    expect(readSessionToken()).toBe("secret");
  });

  it.each([{ status: 403 }, { status: 500 }, new TypeError("offline")])(
    "ends a session that cannot be verified: %j",
    async (response) => {
      storeSession("secret", { role: "admin" });
      stubFetch({ "GET /api/admin/verify": response });
      expect(await redirected(() => verifyAdmin(request("/admin")))).toBe("/login");
      expect(readSessionToken()).toBeNull();
      expect(localStorage.getItem("admin")).toBeNull();
    },
  );

  it("redirects an admin who must set up the account to Profile, still signed in", async () => {
    storeSession("secret", {});
    const json = { success: false, code: "SECOND_FACTOR_ENROLMENT_REQUIRED" };
    stubFetch({ "GET /api/admin/verify": { status: 403, json } });
    expect(await redirected(() => verifyAdmin(request("/admin/users")))).toBe(
      "/profile?next=%2Fadmin%2Fusers",
    );
    expect(readSessionToken()).toBe("secret");
  });

  it("stays on the profile, and goes to the landing page after a logout", () => {
    expect(readinessPath({ pathname: "/profile", search: "" })).toBeNull();
    expect(leaveTo("chosen", { pathname: "/jobs", search: "" })).toBe("/");
    expect(leaveTo("expired", { pathname: "/jobs", search: "" })).toBe("/login?next=%2Fjobs");
  });
});

function show(at: string, routes: RouteObject[]) {
  const router = createMemoryRouter(
    [
      {
        Component: RootLayout,
        ErrorBoundary: RouteError,
        HydrateFallback: () => null,
        children: routes,
      },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

const head = (selector: string, attribute: string) =>
  document.head.querySelector(selector)?.getAttribute(attribute);

describe("page metadata", () => {
  const routes: RouteObject[] = [
    { path: "/login", element: <p>in</p>, handle: { title: "login", indexed: true } },
    { path: "/jobs", element: <p>jobs</p>, handle: { title: "jobs" } },
    { path: "*", Component: NotFoundPage },
  ];

  it("has a title, canonical URL and robots rule for each page", async () => {
    const router = show("/login/", routes);
    await waitFor(() => expect(document.title).toBe("Sign in · Greenroom"));
    expect(head('link[rel="canonical"]', "href")).toBe("http://localhost:3000/login");
    expect(head('meta[name="robots"]', "content")).toBe("index,follow");
    await act(() => router.navigate("/jobs"));
    await waitFor(() => expect(document.title).toBe("Jobs · Greenroom"));
    expect(head('link[rel="canonical"]', "href")).toBe("http://localhost:3000/jobs");
    expect(head('meta[name="robots"]', "content")).toBe("noindex,nofollow");
    expect(document.head.querySelectorAll('meta[name="robots"]')).toHaveLength(1);
  });

  it.each<[string, Error]>([
    ["a catalog", new CatalogMissing(["jobs"])],
    ["a chunk", new TypeError("Failed to fetch dynamically imported module: /assets/x.js")],
  ])("shows a message and a retry button when %s fails to load", async (_what, error) => {
    show("/jobs", [{ path: "/jobs", lazy: () => Promise.reject(error) }]);
    expect(await screen.findByText("The server is not responding")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeEnabled();
  });
});

describe("loadCatalogs", () => {
  it("raises for a missing catalog instead of showing keys", async () => {
    await expect(loadCatalogs(["common"])).resolves.toBeUndefined();
    await expect(loadCatalogs(["nothing"])).rejects.toThrow(CatalogMissing);
  });
});
