/** Tests of the list of candidates. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { CandidateRow } from "../api/types";
import { CandidatesPage } from "./candidates-page";

const LIST = "GET /api/candidates/profiles";

function candidate(part: Partial<CandidateRow> = {}): CandidateRow {
  return {
    _id: "c1",
    name: "Nora Lindqvist",
    email: "nora@example.com",
    phone: null,
    linkedin: null,
    currentPosition: "Platform Engineer",
    documentId: null,
    cvParsed: null,
    cvProfile: null,
    generation: null,
    isAssessmentPending: false,
    createdAt: "2026-11-01T09:00:00Z",
    updatedAt: "2026-11-20T12:00:00Z",
    interviewCount: 0,
    ...part,
  };
}

function listResponse(rows: CandidateRow[], pagination: object = {}) {
  const pages = { page: 1, limit: 10, total: rows.length, totalPages: 1, hasMore: false };
  return { json: { success: true, data: rows, pagination: { ...pages, ...pagination } } };
}

function show(routes: Parameters<typeof stubFetch>[0], at = "/candidates") {
  const calls = stubFetch(routes);
  const view = renderWithApp(<CandidatesPage />, {
    path: "/candidates",
    at,
    routes: [
      { path: "/candidate-hq/:id", element: <p>The profile</p> },
      { path: "/add", element: <p>The drop zone</p> },
    ],
  });
  return { calls, ...view };
}

/** jsdom applies no styles, so both the table and the cards are present. */
const table = async () => within(await screen.findByRole("table", { name: "Candidates" }));

describe("CandidatesPage", () => {
  it("shows the specified columns", async () => {
    const { calls } = show({ [LIST]: listResponse([candidate()]) });
    const rows = await table();
    expect(rows.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Name",
      "Email",
      "Phone",
      "Last Updated",
      "Actions",
    ]);
    expect(rows.getByText("nora@example.com")).toBeVisible();
    expect(rows.getByText("N/A")).toBeVisible();
    expect(rows.getByText("Nov 20, 2026")).toBeVisible();
    expect(rows.getByRole("link", { name: "HQ of Nora Lindqvist" })).toHaveAttribute(
      "href",
      "/candidate-hq/c1",
    );
    expect(calls[0]?.url).toContain("page=1&limit=10");
  });

  it("shows a placeholder for a candidate without a name", async () => {
    show({ [LIST]: listResponse([candidate({ name: "" })]) });
    expect((await table()).getByRole("link", { name: "Unnamed Candidate" })).toBeVisible();
  });

  it("explains an empty list and links to the first step", async () => {
    show({ [LIST]: listResponse([], { totalPages: 0 }) });
    expect(await screen.findByText("No candidates yet")).toBeVisible();
    await userEvent.click(screen.getByRole("link", { name: "Add CVs" }));
    expect(await screen.findByText("The drop zone")).toBeVisible();
  });

  it("offers a retry when the list cannot be loaded", async () => {
    let isAway = true;
    show({ [LIST]: () => (isAway ? new TypeError("offline") : listResponse([candidate()])) });
    expect(await screen.findByText("The candidates could not be loaded")).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: /try again/i }));
    expect((await table()).getByText("nora@example.com")).toBeVisible();
  });

  it("keeps the page in the URL and goes back from a page that no longer exists", async () => {
    const { router } = show(
      {
        [LIST]: ({ url }) =>
          url.includes("page=3")
            ? listResponse([], { page: 3, total: 11, totalPages: 2 })
            : listResponse([candidate()], { page: 2, total: 11, totalPages: 2 }),
      },
      "/candidates?page=3",
    );
    await table();
    expect(router.state.location.search).toBe("?page=2");
  });

  it("deletes after a confirmation that names the person", async () => {
    let isDeleted = false;
    const { calls } = show({
      [LIST]: () => (isDeleted ? listResponse([], { totalPages: 0 }) : listResponse([candidate()])),
      "DELETE /api/candidates/c1": () => {
        isDeleted = true;
        return {};
      },
    });
    const rows = await table();
    await userEvent.click(rows.getByRole("button", { name: "Delete Nora Lindqvist" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete Nora Lindqvist?" });
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("No candidates yet")).toBeVisible();
  });

  it("keeps the confirmation open when deleting fails", async () => {
    show({
      [LIST]: listResponse([candidate()]),
      "DELETE /api/candidates/c1": { status: 500, json: {} },
    });
    const rows = await table();
    await userEvent.click(rows.getByRole("button", { name: "Delete Nora Lindqvist" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Failed to delete candidate. Please try again.",
    );
  });

  it("does not delete a candidate with interviews and explains why", async () => {
    show({ [LIST]: listResponse([candidate({ interviewCount: 2 })]) });
    const bin = (await table()).getByRole("button", { name: "Delete Nora Lindqvist" });
    expect(bin).toHaveAttribute("aria-disabled", "true");
    act(() => bin.focus());
    expect(await screen.findByRole("tooltip")).toHaveTextContent(
      "Cannot delete: 2 dependent interview(s) must be deleted first",
    );
    await userEvent.click(bin);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("searches when typing pauses and keeps the search in the URL", async () => {
    const { calls, router } = show(
      { [LIST]: listResponse([candidate()], { total: 11, totalPages: 2 }) },
      "/candidates?page=2&sort=name&order=desc",
    );
    await table();
    await userEvent.type(screen.getByLabelText("Search candidates"), " nor ");
    await waitFor(() => expect(router.state.location.search).toContain("q=nor"));
    expect(router.state.location.search).not.toContain("page=");
    await waitFor(() =>
      expect(calls.map(({ url }) => url).filter((url) => url.includes("q="))).toEqual([
        "/api/candidates/profiles?page=1&q=nor&sort=name&order=desc&limit=10",
      ]),
    );
  });

  it("reports that nothing was found and shows all again", async () => {
    const { router } = show(
      { [LIST]: ({ url }) => listResponse(url.includes("q=") ? [] : [candidate()]) },
      "/candidates?q=zzz",
    );
    expect(await screen.findByRole("heading", { name: "No results for “zzz”" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    await table();
    expect(screen.getByLabelText("Search candidates")).toHaveValue("");
    expect(router.state.location.search).toBe("");
  });

  it("sorts by a column, reversed on the second click", async () => {
    const { calls } = show({ [LIST]: listResponse([candidate()]) });
    const rows = await table();
    const heading = (name: string) => rows.getByRole("columnheader", { name });
    expect(heading("Last Updated")).toHaveAttribute("aria-sort", "descending");
    expect(heading("Phone")).not.toHaveAttribute("aria-sort");
    await userEvent.click(within(heading("Name")).getByRole("button"));
    expect(heading("Name")).toHaveAttribute("aria-sort", "ascending");
    await userEvent.click(within(heading("Name")).getByRole("button"));
    expect(heading("Name")).toHaveAttribute("aria-sort", "descending");
    expect(calls.at(-1)?.url).toContain("sort=name&order=desc");
  });

  it("downloads the filtered list and reports a failure", async () => {
    let isBroken = false;
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => "blob:list";
    URL.revokeObjectURL = () => undefined;
    const { calls } = show(
      {
        [LIST]: listResponse([candidate()]),
        "GET /api/candidates/export.csv": () =>
          isBroken
            ? { status: 500, json: {} }
            : { headers: { "Content-Disposition": 'attachment; filename="candidates-2026.csv"' } },
      },
      "/candidates?q=nora",
    );
    await table();
    await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    await waitFor(() => expect(saved).toEqual(["candidates-2026.csv"]));
    expect(calls.at(-1)?.url).toBe("/api/candidates/export.csv?q=nora");
    isBroken = true;
    await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await screen.findByText("The list could not be exported. Try again.")).toBeVisible();
  });
});
