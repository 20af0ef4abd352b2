/** Tests of Interview HQ: tabs, room access, missing interviews and the checklist. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Interview } from "@/api/types";
import { dismissChecklist } from "@/features/interview-hq/lib/checklist-dismissal";
import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { InterviewHqRoute } from "./interview-hq";

function show(
  part: Partial<Interview>,
  routes: Parameters<typeof stubFetch>[0] = {},
  credits = 3,
  at = "/interview-hq/i1",
) {
  const calls = stubFetch({
    "GET /api/interviews/i1": { json: { success: true, interview: anInterview(part) } },
    "GET /api/auth/me": { json: { success: true, data: aUser() } },
    "GET /api/documents/interview/i1": { json: { success: true, data: [], count: 0 } },
    "GET /api/transcription/languages": { json: { success: true, data: ["en", "de"] } },
    "GET /api/questions/interview/i1": { status: 404, json: { success: false } },
    "GET /api/site": { json: { success: true, data: { billingMode: "internal" } } },
    "GET /api/billing/summary": { json: { success: true, data: { creditsRemaining: credits } } },
    "GET /api/candidates/profiles": { json: { success: true, data: [], pagination: { total: 1 } } },
    "GET /api/aisense/analysis/i1": {
      json: {
        success: true,
        hasAnalysis: false,
        isConcealed: false,
        analysis: null,
        status: "none",
        problem: null,
        fit: null,
      },
    },
    "GET /api/interviews/capacity": {
      json: { success: true, data: { maxRunning: null, isFull: false } },
    },
    "GET /api/interviews/i1/review": { status: 404, json: { success: false } },
    "GET /api/interview/i1/transcript": { json: { success: true, data: { segments: [] } } },
    ...routes,
  });
  const { router } = renderWithApp(<InterviewHqRoute />, {
    path: "/interview-hq/:interviewId?",
    at,
  });
  return Object.assign(calls, { router });
}

describe("Interview HQ", () => {
  it("starts with the candidate tab and an empty checklist", async () => {
    show({});
    expect(await screen.findByRole("heading", { name: "New Interview" })).toBeInTheDocument();
    expect(await screen.findByText("0/3 completed")).toBeInTheDocument();
    expect(screen.getByRole("tab", { name: "Candidate Profile" })).toHaveAttribute(
      "data-state",
      "active",
    );
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Report",
      "Candidate Profile",
      "Job Description",
      "Questions",
    ]);
    expect(await screen.findByLabelText("Link Existing Candidate")).toBeInTheDocument();
    expect(screen.getByText("Ready to add candidate information")).toBeInTheDocument();
  });

  it("says for five seconds that a candidate could not be linked", async () => {
    const found = { _id: "c1", name: "Cara Diaz", email: "cara@x.test" };
    show(
      {},
      {
        "GET /api/candidates/search": {
          json: { success: true, data: [found], pagination: { total: 1, hasMore: false } },
        },
        "PATCH /api/interviews/i1": { status: 500, json: { success: false } },
      },
    );
    await userEvent.type(await screen.findByLabelText("Link Existing Candidate"), "cara");
    const option = await screen.findByRole("option", { name: /Cara Diaz/ });
    vi.useFakeTimers();
    try {
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      const failed = "Failed to link candidate. Please try again.";
      fireEvent.click(option);
      await pass(0);
      expect(screen.getByText(failed)).toBeInTheDocument();
      await pass(4_900);
      expect(screen.getByText(failed)).toBeInTheDocument();
      await pass(100);
      expect(screen.queryByText(failed)).not.toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });

  it("says for five seconds that a job description could not be linked", async () => {
    const found = { _id: "d1", parsed: { title: "Fitter", company: { name: "" } }, status: "open" };
    show(
      {},
      {
        "GET /api/job-descriptions": {
          json: { success: true, data: [], pagination: { total: 1 } },
        },
        "GET /api/job-descriptions/search": {
          json: { success: true, data: [found], pagination: { total: 1, hasMore: false } },
        },
        "PATCH /api/interviews/i1": { status: 500, json: { success: false } },
      },
    );
    await userEvent.click(await screen.findByRole("tab", { name: "Job Description" }));
    expect(await screen.findByText("Ready to add job details")).toBeInTheDocument();
    await userEvent.type(await screen.findByLabelText("Link Existing Job Description"), "fit");
    const option = await screen.findByRole("option", { name: /Fitter/ });
    vi.useFakeTimers();
    try {
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      const failed = "Failed to link job description. Please try again.";
      fireEvent.click(option);
      await pass(0);
      expect(screen.getByText(failed)).toBeInTheDocument();
      await pass(5_000);
      expect(screen.queryByText(failed)).not.toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });

  it("says that the server cannot be reached for the candidate", async () => {
    show(
      { candidateProfileId: "c1" },
      { "GET /api/candidates/profile/c1": new TypeError("Failed to fetch") },
    );
    expect(await screen.findByText("Cannot connect to backend server")).toBeInTheDocument();
    expect(screen.getByText("Please ensure the backend server is running")).toBeInTheDocument();
  });

  it("has no report before the interview is completed", async () => {
    show({});
    await userEvent.click(await screen.findByRole("tab", { name: "Report" }));
    expect(screen.getByText("Report Not Available")).toBeInTheDocument();
    expect(
      screen.getByText("The interview report will be available once the interview is completed."),
    ).toBeInTheDocument();
  });

  it("starts with the report of a completed interview", async () => {
    show({ status: "completed", candidateName: "Marta" });
    expect(await screen.findByText("Analysis Not Available")).toBeInTheDocument();
    expect(screen.queryByRole("combobox", { name: "Status" })).not.toBeInTheDocument();
    expect(screen.getByText("Completed")).toBeInTheDocument();
  });

  it.each([
    ["scheduled", 1],
    ["in_progress", 0],
    ["completed", 0],
  ] as const)("says that the server is full before the start: %s", async (status, count) => {
    const calls = show(
      { status },
      {
        "GET /api/interviews/capacity": {
          json: { success: true, data: { maxRunning: 1, isFull: true } },
        },
      },
    );
    await screen.findByRole("button", { name: "Join Room" });
    const notice = /^This server can run one interview at a time, and one is running now/;
    await waitFor(() => expect(screen.queryAllByText(notice)).toHaveLength(count));
    expect(calls.filter(({ url }) => url === "/api/interviews/capacity")).toHaveLength(count);
  });

  it("disables room and link without credits", async () => {
    show({}, {}, 0);
    await screen.findByRole("button", { name: "Join Room" });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Join Room" })).toHaveAttribute("aria-disabled"),
    );
    expect(screen.getByRole("button", { name: "Candidate Link" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    screen.getByRole("button", { name: "Join Room" }).focus();
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Not enough interview credits");
  });

  it("enables room and link where credits are not metered", async () => {
    const site = { json: { success: true, data: { billingMode: "off" } } };
    show({}, { "GET /api/site": site }, 0);
    // The checklist is shown once everything has loaded.
    expect(await screen.findByText("0/3 completed")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Join Room" })).not.toHaveAttribute("aria-disabled");
  });

  it("copies the candidate's link", async () => {
    const user = userEvent.setup();
    show({});
    await user.click(await screen.findByRole("button", { name: "Candidate Link" }));
    expect(await screen.findByText("Link copied to clipboard!")).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toMatch(/\/room\/candidate\/ct$/);
  });

  it("replaces the candidate's link after a confirmation", async () => {
    const user = userEvent.setup();
    const renewed = anInterview({ candidateToken: "renewed" });
    const calls = show(
      {},
      { "POST /api/interviews/i1/new-link": { json: { success: true, interview: renewed } } },
    );
    await user.click(await screen.findByRole("button", { name: "More actions for the link" }));
    await user.click(await screen.findByRole("menuitem", { name: "New candidate link" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent(
      "The candidate gives consent again",
    );
    await user.click(screen.getByRole("button", { name: "Replace link" }));
    expect(await screen.findByText("The candidate link was replaced")).toBeInTheDocument();
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it.each(["completed", "cancelled"] as const)("has no link to replace once %s", async (status) => {
    show({ status });
    await screen.findByRole("button", { name: "Candidate Link" });
    expect(
      screen.queryByRole("button", { name: "More actions for the link" }),
    ).not.toBeInTheDocument();
  });

  it("reports a missing link instead of copying", async () => {
    show({ candidateToken: "" });
    await userEvent.click(await screen.findByRole("button", { name: "Candidate Link" }));
    expect(
      await screen.findByText("Interview data not loaded. Please refresh the page."),
    ).toBeInTheDocument();
  });

  it("restores the stored status when the server rejects a new one", async () => {
    const user = userEvent.setup();
    show({}, { "PATCH /api/interviews/i1": { status: 409, json: { success: false } } });
    await user.click(await screen.findByRole("combobox", { name: "Status" }));
    await user.click(screen.getByRole("option", { name: "Cancelled" }));
    expect(
      await screen.findByText("Failed to update status. Please try again."),
    ).toBeInTheDocument();
    expect(screen.getByRole("combobox", { name: "Status" })).toHaveTextContent("Draft");
  });

  it("shows the same role as the list", async () => {
    show({ candidateName: "Marta", title: "Registered Nurse" });
    expect(await screen.findByText("Registered Nurse")).toBeInTheDocument();
  });

  it("retries once for an interview that was just created", async () => {
    let asked = 0;
    show(
      {},
      {
        "GET /api/interviews/i1": () => {
          asked += 1;
          return asked === 1
            ? { status: 404, json: { success: false } }
            : { json: { success: true, interview: anInterview({ candidateName: "Marta" }) } };
        },
      },
    );
    expect(
      await screen.findByRole("heading", { name: "Marta" }, { timeout: 3000 }),
    ).toBeInTheDocument();
    expect(asked).toBe(2);
  });

  it("requires an interview for questions when there is no id, and creates one", async () => {
    const made = anInterview({ _id: "i2", status: "scheduled", candidateName: "New Interview" });
    const calls = show(
      {},
      {
        "POST /api/interviews": { json: { success: true, interview: made } },
        "GET /api/interviews/i2": { json: { success: true, interview: made } },
        "GET /api/documents/interview/i2": { json: { success: true, data: [], count: 0 } },
        "GET /api/questions/interview/i2": { status: 404, json: { success: false } },
      },
      3,
      "/interview-hq",
    );
    expect(await screen.findByRole("heading", { name: "New Interview" })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("tab", { name: "Questions" }));
    expect(screen.getByText("Interview session required")).toBeInTheDocument();
    expect(screen.queryByText("Interview not found")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("tab", { name: "Report" }));
    expect(screen.getByText("Report Not Available")).toBeInTheDocument();
    expect(calls.some(({ url }) => url.startsWith("/api/interviews"))).toBe(false);
    await userEvent.click(screen.getByRole("tab", { name: "Questions" }));
    const panel = within(screen.getByRole("tabpanel"));
    await userEvent.click(panel.getByRole("button", { name: "Create interview" }));
    expect(await screen.findByText("0/3 completed")).toBeInTheDocument();
    expect(screen.getByRole("tab", { name: "Questions" })).toHaveAttribute("data-state", "active");
    expect(calls.router.state.location.pathname).toBe("/interview-hq/i2");
    expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      sessionId: expect.stringMatching(/.{16,}/) as string,
      candidateName: "New Interview",
    });
  });

  it("says once that the interview could not be created", async () => {
    const message = "The server is full.";
    const routes = {
      "POST /api/interviews": { status: 409, json: { success: false, error: message, code: "X" } },
    };
    show({}, routes, 3, "/interview-hq");
    await userEvent.click(await screen.findByRole("button", { name: "Create interview" }));
    expect(await screen.findAllByText(message)).toHaveLength(1);
  });

  it("shows a page for a missing interview", async () => {
    show({}, { "GET /api/interviews/i1": { status: 404, json: { success: false } } });
    expect(
      await screen.findByText("Interview not found", {}, { timeout: 3000 }),
    ).toBeInTheDocument();
  });

  it("creates a missing interview and replaces the address", async () => {
    const made = anInterview({ _id: "i2", status: "scheduled", candidateName: "New Interview" });
    const calls = show(
      {},
      {
        "GET /api/interviews/i1": { status: 404, json: { success: false } },
        "POST /api/interviews": { json: { success: true, interview: made } },
        "GET /api/interviews/i2": { json: { success: true, interview: made } },
        "GET /api/documents/interview/i2": { json: { success: true, data: [], count: 0 } },
        "GET /api/questions/interview/i2": { status: 404, json: { success: false } },
      },
    );
    expect(
      await screen.findByText("Interview session required", {}, { timeout: 3000 }),
    ).toBeInTheDocument();
    expect(
      screen.getByText("Questions will be available once an interview session is created"),
    ).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Join Room" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Create interview" }));
    expect(await screen.findByText("0/3 completed")).toBeInTheDocument();
    expect(calls.router.state.location.pathname).toBe("/interview-hq/i2");
    expect(calls.router.state.historyAction).toBe("REPLACE");
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      sessionId: "i1",
      title: "New Interview",
      candidateName: "New Interview",
      position: "",
      status: "scheduled",
      language: "en",
    });
  });
});

describe("the preparation checklist", () => {
  const COMPLETE = { candidateProfileId: "c1", jobDescriptionId: "d1", candidateName: "Cara" };
  const sentence = "Interview preparation complete! Ready to start.";
  const question = {
    _id: "q1",
    question: "Why this role?",
    category: "motivation",
    estimatedTime: 5,
    source: "recruiter_added",
    position: 0,
    basedOn: null,
    goodAnswer: null,
    humanTracking: { status: "pending", notes: "", score: null, markedAt: null },
    aiTracking: { status: null },
    generation: null,
  };
  const routes = {
    "GET /api/questions/interview/i1": {
      json: {
        success: true,
        questionSet: { _id: "s1", totalQuestions: 1, generatingUntil: null },
        questions: [question],
      },
    },
    "GET /api/job-descriptions/d1": { status: 404, json: { success: false } },
  };

  it("waits for the candidate and can be dismissed for good once complete", async () => {
    const candidate = { status: 500, json: { success: false } };
    show(COMPLETE, { ...routes, "GET /api/candidates/profile/c1": candidate });
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
    cleanup();
    show(COMPLETE, { ...routes, "GET /api/candidates/profile/c1": candidate });
    await screen.findByRole("heading", { name: "Cara" });
    await waitFor(() => expect(screen.queryByText("Why this role?")).not.toBeInTheDocument());
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  });

  it("opens the tab of a step", async () => {
    show({});
    await userEvent.click(await screen.findByRole("button", { name: "Questions to do" }));
    expect(screen.getByRole("tab", { name: "Questions" })).toHaveFocus();
    expect(screen.getByRole("tab", { name: "Questions" })).toHaveAttribute("data-state", "active");
  });

  it("does not offer to start a running interview", async () => {
    const candidate = { status: 500, json: { success: false } };
    show(
      { ...COMPLETE, status: "in_progress" },
      { ...routes, "GET /api/candidates/profile/c1": candidate },
    );
    await userEvent.click(await screen.findByRole("tab", { name: "Questions" }));
    await screen.findByText("Why this role?");
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  });

  it("reappears when a step becomes incomplete", async () => {
    dismissChecklist("i1");
    show(
      { ...COMPLETE, jobDescriptionId: null },
      {
        ...routes,
        "GET /api/candidates/profile/c1": { status: 500, json: { success: false } },
      },
    );
    expect(await screen.findByText("2/3 completed")).toBeInTheDocument();
  });
});
