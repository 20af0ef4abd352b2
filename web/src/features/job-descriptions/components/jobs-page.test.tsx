/** Tests of the list of jobs. */
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { JobDescriptionRow } from "../api/types";
import { JobsPage } from "./jobs-page";

const LIST = "GET /api/job-descriptions";

function job(part: Partial<JobDescriptionRow> = {}): JobDescriptionRow {
  return {
    _id: "j1",
    documentId: null,
    status: "on_hold",
    rawText: "Ward Nurse …",
    parsed: {
      title: "Ward Nurse",
      company: { name: "Ashbrook Hospital", industry: "", description: "" },
      requiredSkills: ["NEWS2"],
      responsibilities: ["Care for patients"],
    } as JobDescriptionRow["parsed"],
    generation: null,
    isAssessmentPending: false,
    createdAt: "2026-11-01T09:00:00Z",
    updatedAt: "2026-11-20T12:00:00Z",
    interviewCount: 0,
    ...part,
  };
}

function listResponse(rows: JobDescriptionRow[]) {
  const pagination = { page: 1, limit: 10, total: rows.length, totalPages: 1, hasMore: false };
  return { json: { success: true, data: rows, pagination } };
}

function showList(routes: Parameters<typeof stubFetch>[0]) {
  stubFetch(routes);
  return renderWithApp(<JobsPage />, { path: "/jobs" });
}

const table = async () => within(await screen.findByRole("table", { name: "Jobs" }));

describe("JobsPage", () => {
  it("shows the specified columns", async () => {
    showList({ [LIST]: listResponse([job()]) });
    const rows = await table();
    expect(rows.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Title",
      "Status",
      "Last Updated",
      "Actions",
    ]);
    expect(rows.getByText("On Hold")).toBeVisible();
    expect(rows.getByText("Ashbrook Hospital")).toBeVisible();
    expect(rows.getByRole("link", { name: "Ward Nurse" })).toHaveAttribute("href", "/job-hq/j1");
  });

  it("filters by status and ignores an unknown one in the URL", async () => {
    stubFetch({ [LIST]: ({ url }) => listResponse(url.includes("status=open") ? [] : [job()]) });
    const { router } = renderWithApp(<JobsPage />, { path: "/jobs", at: "/jobs?status=lost" });
    await table();
    await userEvent.click(screen.getByRole("combobox", { name: "Filter by status" }));
    await userEvent.click(screen.getByRole("option", { name: "Open" }));
    expect(await screen.findByText("No results with this status")).toBeVisible();
    expect(router.state.location.search).toBe("?status=open");
  });

  it("explains an empty list", async () => {
    showList({ [LIST]: listResponse([]) });
    expect(await screen.findByText("No jobs yet")).toBeVisible();
    expect(screen.getByRole("link", { name: "Add job descriptions" })).toHaveAttribute(
      "href",
      "/add",
    );
  });

  it("reports a failed deletion", async () => {
    showList({
      [LIST]: listResponse([job()]),
      "DELETE /api/job-descriptions/j1": { status: 409, json: { code: "INVALID_STATE" } },
    });
    await userEvent.click((await table()).getByRole("button", { name: "Delete Ward Nurse" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Ward Nurse?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Failed to delete job. Please try again.",
    );
  });

  it("does not delete a job with interviews", async () => {
    showList({ [LIST]: listResponse([job({ interviewCount: 3 })]) });
    const bin = (await table()).getByRole("button", { name: "Delete Ward Nurse" });
    act(() => bin.focus());
    expect(await screen.findByRole("tooltip")).toHaveTextContent(
      "Cannot delete: 3 dependent interview(s) must be deleted first",
    );
  });
});
