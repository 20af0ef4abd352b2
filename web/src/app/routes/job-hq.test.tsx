/** Tests of Job HQ: page and editing. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { JobHqRoute } from "./job-hq";

const READ = "GET /api/job-descriptions/j1";
const SAVE = "PATCH /api/job-descriptions/j1";

const JOB = {
  _id: "j1",
  documentId: null,
  status: "on_hold",
  rawText: "Ward Nurse …",
  parsed: {
    title: "Ward Nurse",
    level: null,
    company: { name: "Ashbrook Hospital", industry: "", description: "" },
    location: "",
    requiredSkills: ["NEWS2", "German, English or French"],
    preferredSkills: [],
    responsibilities: ["Care for patients"],
    requirements: [],
    benefits: [],
    skills: [],
    summary: "",
    description: "",
  },
  generation: null,
  isAssessmentPending: false,
  createdAt: "2026-11-01T09:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
};

function showHq(routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch({
    [READ]: { json: { success: true, data: JOB } },
    "GET /api/job-descriptions/j1/interview-count": { json: { success: true, count: 0 } },
    "GET /api/job-descriptions/j1/documents": { json: { success: true, data: [], count: 0 } },
    ...routes,
  });
  const view = renderWithApp(<JobHqRoute />, {
    path: "/job-hq/:jobDescriptionId",
    at: "/job-hq/j1",
    routes: [{ path: "/jobs", element: <p>The list</p> }],
  });
  return { calls, ...view };
}

describe("Job HQ", () => {
  it("shows a loading message", () => {
    showHq();
    expect(screen.getByText("Loading job details...")).toBeVisible();
  });

  it("shows the job as the title", async () => {
    showHq();
    expect(await screen.findByRole("heading", { level: 1, name: "Ward Nurse" })).toBeVisible();
    expect(document.title).toContain("Ward Nurse – Job HQ");
    expect(screen.getByText("Care for patients")).toBeVisible();
  });

  it("reports a failed load and retries", async () => {
    let isBroken = true;
    showHq({
      [READ]: () => (isBroken ? { status: 500, json: {} } : { json: { success: true, data: JOB } }),
    });
    expect(await screen.findByText("Failed to load job description.")).toBeVisible();
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: /try again/i }));
    expect(await screen.findByRole("heading", { name: "Ward Nurse" })).toBeVisible();
  });

  it("shows a page for a missing job", async () => {
    showHq({ [READ]: { status: 404, json: {} } });
    expect(await screen.findByText("Failed to load job description.")).toBeVisible();
  });

  it("saves edited fields", async () => {
    const saved = { ...JOB, parsed: { ...JOB.parsed, title: "Senior Nurse" } };
    const { calls } = showHq({
      [SAVE]: { json: { success: true, data: saved } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const title = screen.getByRole("textbox", { name: "Title" });
    await userEvent.clear(title);
    await userEvent.type(title, "Senior Nurse{Enter}");
    expect(await screen.findByText("Job description updated successfully!")).toBeVisible();
    // Unchanged fields are not sent: phrases with commas would otherwise be split.
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      status: "on_hold",
      parsed: { title: "Senior Nurse" },
      updatedAt: JOB.updatedAt,
    });
  });

  it("saves status, level and lists; Enter saves in the skills field and adds a line elsewhere", async () => {
    const { calls } = showHq({ [SAVE]: { json: { success: true, data: JOB } } });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const choose = async (name: string, option: string) => {
      await userEvent.click(screen.getByRole("combobox", { name }));
      await userEvent.click(screen.getByRole("option", { name: option }));
    };
    await choose("Status", "Open");
    await choose("Experience level", "Mid-level");
    await userEvent.type(
      screen.getByRole("textbox", { name: "Responsibilities" }),
      "{Enter}{Enter} Run the ward ",
    );
    await userEvent.type(
      screen.getByRole("textbox", { name: "Required skills" }),
      ", Triage, ,{Enter}",
    );
    expect(await screen.findByText("Job description updated successfully!")).toBeVisible();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      status: "open",
      parsed: {
        level: "mid",
        requiredSkills: ["NEWS2", "German, English or French", "Triage"],
        responsibilities: ["Care for patients", "Run the ward"],
      },
    });
  });

  it("requires a title", async () => {
    const { calls } = showHq();
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.clear(screen.getByRole("textbox", { name: "Title" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Enter a title.");
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
  });

  it("cancels on Escape, but not while a list is open", async () => {
    showHq();
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.click(screen.getByRole("combobox", { name: "Status" }));
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("textbox", { name: "Title" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("reports a failed save", async () => {
    showHq({ [SAVE]: { status: 500, json: {} } });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(
      await screen.findByText("Failed to update job description. Please try again."),
    ).toBeVisible();
  });

  it("returns to the list when the job is deleted", async () => {
    showHq({ "DELETE /api/job-descriptions/j1": {} });
    await userEvent.click(await screen.findByRole("button", { name: "Delete Ward Nurse" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.getByText("The list")).toBeVisible());
  });
});
