import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

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
    cvParsed: null,
    cvProfile: null,
    generation: null,
    createdAt: "2026-11-01T09:00:00Z",
    updatedAt: "2026-11-20T12:00:00Z",
    interviewCount: 0,
    ...part,
  };
}

function listOf(rows: CandidateRow[], pagination: object = {}) {
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

/** jsdom applies no styles: both the table and the cards are there. */
const table = async () => within(await screen.findByRole("table", { name: "Candidates" }));

describe("CandidatesPage", () => {
  it("shows the columns of the documents", async () => {
    const { calls } = show({ [LIST]: listOf([candidate()]) });
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

  it("calls somebody without a name by something", async () => {
    show({ [LIST]: listOf([candidate({ name: "" })]) });
    expect((await table()).getByRole("link", { name: "Unnamed Candidate" })).toBeVisible();
  });

  it("says what an empty list is for and leads to the first step", async () => {
    show({ [LIST]: listOf([], { totalPages: 0 }) });
    expect(await screen.findByText("No candidates yet")).toBeVisible();
    await userEvent.click(screen.getByRole("link", { name: "Add CVs" }));
    expect(await screen.findByText("The drop zone")).toBeVisible();
  });

  it("offers another try when the list cannot be read", async () => {
    let isAway = true;
    show({ [LIST]: () => (isAway ? new TypeError("offline") : listOf([candidate()])) });
    expect(await screen.findByText("The candidates could not be loaded")).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: /try again/i }));
    expect((await table()).getByText("nora@example.com")).toBeVisible();
  });

  it("turns pages in the address, and goes back from one that is no more", async () => {
    const { router } = show(
      {
        [LIST]: ({ url }) =>
          url.includes("page=3")
            ? listOf([], { page: 3, total: 11, totalPages: 2 })
            : listOf([candidate()], { page: 2, total: 11, totalPages: 2 }),
      },
      "/candidates?page=3",
    );
    await table();
    expect(router.state.location.search).toBe("?page=2");
  });

  it("deletes after a confirmation that names the person", async () => {
    let isDeleted = false;
    const { calls } = show({
      [LIST]: () => (isDeleted ? listOf([], { totalPages: 0 }) : listOf([candidate()])),
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

  it("keeps the confirmation open when deleting failed", async () => {
    show({
      [LIST]: listOf([candidate()]),
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

  it("deletes nobody with interviews, and says why", async () => {
    show({ [LIST]: listOf([candidate({ interviewCount: 2 })]) });
    const bin = (await table()).getByRole("button", { name: "Delete Nora Lindqvist" });
    expect(bin).toHaveAttribute("aria-disabled", "true");
    act(() => bin.focus());
    expect(await screen.findByRole("tooltip")).toHaveTextContent(
      "Cannot delete: 2 dependent interview(s) must be deleted first",
    );
    await userEvent.click(bin);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
