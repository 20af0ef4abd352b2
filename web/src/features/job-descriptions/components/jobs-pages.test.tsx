import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { JobDescriptionRow } from "../api/types";
import { JobHqPage } from "./job-hq-page";
import { JobsPage } from "./jobs-page";

const LIST = "GET /api/job-descriptions";
const READ = "GET /api/job-descriptions/j1";
const COUNT = "GET /api/job-descriptions/j1/interview-count";

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
    createdAt: "2026-11-01T09:00:00Z",
    updatedAt: "2026-11-20T12:00:00Z",
    interviewCount: 0,
    ...part,
  };
}

function listOf(rows: JobDescriptionRow[]) {
  const pagination = { page: 1, limit: 10, total: rows.length, totalPages: 1, hasMore: false };
  return { json: { success: true, data: rows, pagination } };
}

function showList(routes: Parameters<typeof stubFetch>[0]) {
  stubFetch(routes);
  return renderWithApp(<JobsPage />, { path: "/jobs" });
}

function showHq(routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch({
    [READ]: { json: { success: true, data: job() } },
    [COUNT]: { json: { success: true, count: 0 } },
    ...routes,
  });
  const view = renderWithApp(<JobHqPage />, {
    path: "/job-hq/:jobDescriptionId",
    at: "/job-hq/j1",
    routes: [{ path: "/jobs", element: <p>The list</p> }],
  });
  return { calls, ...view };
}

const table = async () => within(await screen.findByRole("table", { name: "Jobs" }));

describe("JobsPage", () => {
  it("shows the columns of the documents", async () => {
    showList({ [LIST]: listOf([job()]) });
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

  it("filters by status, and leaves an unknown one of the address aside", async () => {
    stubFetch({ [LIST]: ({ url }) => listOf(url.includes("status=open") ? [] : [job()]) });
    const { router } = renderWithApp(<JobsPage />, { path: "/jobs", at: "/jobs?status=lost" });
    await table();
    await userEvent.click(screen.getByRole("combobox", { name: "Filter by status" }));
    await userEvent.click(screen.getByRole("option", { name: "Open" }));
    expect(await screen.findByText("Nothing with this status")).toBeVisible();
    expect(router.state.location.search).toBe("?status=open");
  });

  it("says what an empty list is for", async () => {
    showList({ [LIST]: listOf([]) });
    expect(await screen.findByText("No jobs yet")).toBeVisible();
    expect(screen.getByRole("link", { name: "Add job descriptions" })).toHaveAttribute(
      "href",
      "/add",
    );
  });

  it("says when deleting failed", async () => {
    showList({
      [LIST]: listOf([job()]),
      "DELETE /api/job-descriptions/j1": { status: 409, json: { code: "INVALID_STATE" } },
    });
    await userEvent.click((await table()).getByRole("button", { name: "Delete Ward Nurse" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Ward Nurse?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Failed to delete job. Please try again.",
    );
  });

  it("deletes no job with interviews", async () => {
    showList({ [LIST]: listOf([job({ interviewCount: 3 })]) });
    const bin = (await table()).getByRole("button", { name: "Delete Ward Nurse" });
    act(() => bin.focus());
    expect(await screen.findByRole("tooltip")).toHaveTextContent(
      "Cannot delete: 3 dependent interview(s) must be deleted first",
    );
  });
});

describe("JobHqPage", () => {
  it("says that it is loading", () => {
    showHq();
    expect(screen.getByText("Loading job details...")).toBeVisible();
  });

  it("is titled by the job", async () => {
    showHq();
    expect(await screen.findByRole("heading", { level: 1, name: "Ward Nurse" })).toBeVisible();
    expect(document.title).toContain("Ward Nurse – Job HQ");
    expect(screen.getByText("Care for patients")).toBeVisible();
  });

  it("says that loading failed, and tries again", async () => {
    let isBroken = true;
    showHq({
      [READ]: () =>
        isBroken ? { status: 500, json: {} } : { json: { success: true, data: job() } },
    });
    expect(await screen.findByText("Failed to load job description.")).toBeVisible();
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: /try again/i }));
    expect(await screen.findByRole("heading", { name: "Ward Nurse" })).toBeVisible();
  });

  it("says that there is no such job", async () => {
    showHq({ [READ]: { status: 404, json: {} } });
    expect(await screen.findByText("Failed to load job description.")).toBeVisible();
  });

  it("saves what was corrected", async () => {
    const saved = { ...job(), parsed: { ...job().parsed, title: "Senior Nurse" } };
    const { calls } = showHq({
      "PATCH /api/job-descriptions/j1": { json: { success: true, data: saved } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const title = screen.getByRole("textbox", { name: "Title" });
    await userEvent.clear(title);
    await userEvent.type(title, "Senior Nurse{Enter}");
    expect(await screen.findByText("Job description updated successfully!")).toBeVisible();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      parsed: { title: "Senior Nurse", requiredSkills: ["NEWS2"] },
    });
  });

  it("says when saving failed", async () => {
    showHq({ "PATCH /api/job-descriptions/j1": { status: 500, json: {} } });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(
      await screen.findByText("Failed to update job description. Please try again."),
    ).toBeVisible();
  });

  it("leaves for the list when the job is deleted", async () => {
    showHq({ "DELETE /api/job-descriptions/j1": {} });
    await userEvent.click(await screen.findByRole("button", { name: "Delete Ward Nurse" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.getByText("The list")).toBeVisible());
  });
});
