/** Tests of the interviews of a candidate or job. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { RecordInterview, LinkedRecordKind } from "../api/record-interviews";
import { RecordInterviewsPanel } from "./record-interviews-panel";

const OF_CANDIDATE = "GET /api/candidates/r1/interviews";
const OF_JOB = "GET /api/job-descriptions/r1/interviews";

function interview(part: Partial<RecordInterview> = {}): RecordInterview {
  return {
    _id: "i1",
    title: "New Interview",
    candidateName: "Nora Lindqvist",
    position: "Backend engineer",
    status: "scheduled",
    scheduledDate: null,
    updatedAt: "2026-11-20T12:00:00Z",
    ...part,
  };
}

function page(rows: RecordInterview[], pages: object = {}) {
  const pagination = { page: 1, limit: 10, total: rows.length, totalPages: 1, hasMore: false };
  return { json: { success: true, data: rows, pagination: { ...pagination, ...pages } } };
}

function show(routes: Parameters<typeof stubFetch>[0], kind: LinkedRecordKind) {
  const calls = stubFetch(routes);
  renderWithApp(<RecordInterviewsPanel kind={kind} recordId="r1" />, {
    routes: [{ path: "/interview-hq/:interviewId", element: <p>Interview HQ</p> }],
  });
  return calls;
}

const rows = async () => within(await screen.findByRole("list", { name: "Interviews" }));

describe("RecordInterviewsPanel", () => {
  it("lists a candidate's interviews by role, with status, date and the way to HQ", async () => {
    show({ [OF_CANDIDATE]: page([interview()]) }, "candidate");
    const list = await rows();
    expect(list.getByRole("link", { name: "Backend engineer" })).toHaveAttribute(
      "href",
      "/interview-hq/i1",
    );
    expect(list.getByText("Scheduled")).toBeVisible();
    expect(list.getByText("Updated Nov 20, 2026")).toBeVisible();
    expect(list.queryByText("Nora Lindqvist")).toBeNull();
  });

  it("shows candidate and time of a job's interviews", async () => {
    const scheduledDate = new Date(2026, 10, 27, 14, 30).toISOString();
    show({ [OF_JOB]: page([interview({ scheduledDate })]) }, "jobDescription");
    const list = await rows();
    expect(list.getByRole("link", { name: "Nora Lindqvist" })).toBeVisible();
    expect(list.getByText("Backend engineer")).toBeVisible();
    expect(list.getByText("Nov 27, 2026, 2:30 PM")).toBeVisible();
  });

  it("labels an interview without a role", async () => {
    show({ [OF_CANDIDATE]: page([interview({ position: "" })]) }, "candidate");
    expect((await rows()).getByRole("link", { name: "Interview" })).toBeVisible();
  });

  it("explains an empty list", async () => {
    show({ [OF_CANDIDATE]: page([], { totalPages: 0 }) }, "candidate");
    expect(await screen.findByText("No interviews yet")).toBeVisible();
    expect(screen.getByText(/appear here/u)).toBeVisible();
  });

  it("creates an interview with the candidate", async () => {
    const calls = show(
      {
        [OF_CANDIDATE]: page([], { totalPages: 0 }),
        "GET /api/billing/can-start": { json: { success: true, data: { canStart: true } } },
        "POST /api/interviews": { json: { success: true, interview: { _id: "i9" } } },
      },
      "candidate",
    );
    await userEvent.click(screen.getByRole("button", { name: "Create interview" }));
    expect(await screen.findByText("Interview HQ")).toBeVisible();
    const [created] = calls.filter(({ method }) => method !== "GET");
    expect(created?.body).toMatchObject({ candidateProfileId: "r1", title: "New Interview" });
  });

  it("says that an interview with a deleted record could not be created", async () => {
    show(
      {
        [OF_JOB]: page([], { totalPages: 0 }),
        "GET /api/billing/can-start": { json: { success: true, data: { canStart: true } } },
        "POST /api/interviews": { status: 404, json: {} },
      },
      "jobDescription",
    );
    await userEvent.click(screen.getByRole("button", { name: "Create interview" }));
    expect(await screen.findByText(/Failed to create interview/u)).toBeVisible();
  });

  it("changes pages", async () => {
    show(
      {
        [OF_JOB]: ({ url }) =>
          url.includes("page=2")
            ? page([interview({ candidateName: "Otto" })], { page: 2, total: 11, totalPages: 2 })
            : page([interview()], { total: 11, totalPages: 2, hasMore: true }),
      },
      "jobDescription",
    );
    await rows();
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByRole("link", { name: "Otto" })).toBeVisible();
  });

  it("offers a retry when the interviews cannot be loaded", async () => {
    let isAway = true;
    show(
      { [OF_JOB]: () => (isAway ? new TypeError("offline") : page([interview()])) },
      "jobDescription",
    );
    expect(await screen.findByText("The interviews could not be loaded")).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect((await rows()).getByRole("link", { name: "Nora Lindqvist" })).toBeVisible();
  });
});
