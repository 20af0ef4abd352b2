/** Tests of the review panel. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Review, Scorecard } from "../api/types";
import { ReviewPanel } from "./review-panel";

const NO_SPREAD = { count: 0, mean: null, lowest: null, highest: null, level: null };

function aCard(part: Partial<Scorecard> = {}): Scorecard {
  return {
    _id: "c1",
    authorName: "Alice",
    isMine: true,
    technical: 7,
    communication: null,
    recommendation: "advance",
    notes: "Knows the trade.",
    isBlind: true,
    isChangedAfterReport: false,
    submittedAt: "2026-11-22T10:00:00Z",
    updatedAt: "2026-11-22T10:00:00Z",
    ...part,
  };
}

function aReview(part: Partial<Review> = {}): Review {
  return {
    interview: {
      _id: "i1",
      title: "Chef",
      position: "Chef",
      candidateName: "Cara",
      status: "completed",
      ownerName: "Alice",
    },
    isOwner: true,
    canScore: true,
    isConcealed: true,
    mine: null,
    reviewers: [],
    scorecards: [],
    agreement: null,
    decision: null,
    ...part,
  };
}

const SCORED = aReview({
  isConcealed: false,
  mine: aCard(),
  scorecards: [
    aCard(),
    aCard({
      _id: "c2",
      authorName: "Bob",
      isMine: false,
      technical: 3,
      recommendation: "reject",
      notes: "",
      isBlind: false,
    }),
  ],
  agreement: {
    technical: { count: 2, mean: 5, lowest: 3, highest: 7, level: "far_apart" },
    communication: NO_SPREAD,
    recommendations: { advance: 1, hold: 0, reject: 1 },
    isUnanimous: false,
  },
});

function show(
  review: Review,
  {
    routes = {},
    roomNotes = "",
    hasReport = true,
  }: { routes?: Parameters<typeof stubFetch>[0]; roomNotes?: string; hasReport?: boolean } = {},
) {
  const calls = stubFetch({
    "GET /api/interviews/i1/review": { json: { success: true, data: review } },
    ...routes,
  });
  renderWithApp(
    <ReviewPanel
      interviewId="i1"
      hasReport={hasReport}
      reportScores={review.isConcealed ? null : { technical: 7.4, communication: 6 }}
      roomNotes={roomNotes}
    />,
  );
  return calls;
}

/** Opens the form for the user's own scores. */
async function startScoring() {
  await userEvent.click(await screen.findByRole("button", { name: "Add my review" }));
}

describe("review panel", () => {
  it("opens with the form when the user starts to score, and moves the focus there", async () => {
    show(aReview());
    const toggle = await screen.findByRole("button", { name: "Show details" });
    expect(toggle).toHaveAttribute("aria-expanded", "false");
    await startScoring();
    expect(toggle).toHaveAttribute("aria-expanded", "true");
    const form = screen.getByRole("heading", { name: "Your review" });
    expect(document.activeElement).toContainElement(form);
    await userEvent.click(screen.getByRole("button", { name: "Hide details" }));
    expect(screen.queryByRole("button", { name: "Save review" })).not.toBeInTheDocument();
  });

  it("shows own scores, decision and reviewers in the bar", async () => {
    show({
      ...SCORED,
      decision: {
        outcome: "hold",
        reason: "Second interview.",
        decidedByName: "Alice",
        decidedAt: "2026-11-23T10:00:00Z",
      },
      reviewers: [
        { _id: "r1", name: "Bob", hasScored: true },
        { _id: "r2", name: "Rita", hasScored: false },
      ],
    });
    const value = async (name: string) =>
      (await screen.findByText(name, { selector: "dt" })).nextElementSibling;
    expect(await value("Your review")).toHaveTextContent("Technical 7");
    expect(await value("Decision")).toHaveTextContent("Hold");
    expect(await value("Reviewers")).toHaveTextContent("1 of 2 scored");
    expect(screen.queryByRole("button", { name: "Add my review" })).not.toBeInTheDocument();
  });

  it("asks for scores first and says why the report is hidden", async () => {
    show(aReview());
    expect(await screen.findByRole("button", { name: "Add my review" })).toBeVisible();
    expect(screen.getByText("Not scored yet")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Save review" })).not.toBeInTheDocument();
    expect(
      screen.getByText(/^The AI’s report is ready\. It and the scores of others stay hidden/u),
    ).toBeVisible();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("sends scores, recommendation and notes", async () => {
    const calls = show(aReview(), {
      routes: { "PUT /api/interviews/i1/review": { json: { success: true, data: SCORED } } },
    });
    await startScoring();
    const technical = await screen.findByRole("radiogroup", { name: "Technical" });
    await userEvent.click(within(technical).getByRole("radio", { name: "7" }));
    await userEvent.click(screen.getByRole("radio", { name: "Advance" }));
    await userEvent.type(screen.getByLabelText(/^Notes/u), "Calm.");
    await userEvent.click(screen.getByRole("button", { name: "Save review" }));
    expect(await screen.findByText("Review saved")).toBeInTheDocument();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      technical: 7,
      communication: null,
      recommendation: "advance",
      notes: "Calm.",
    });
  });

  it("chooses a score with the arrow keys", async () => {
    show(aReview());
    await startScoring();
    const scale = await screen.findByRole("radiogroup", { name: "Communication" });
    within(scale).getByRole("radio", { name: "Cannot judge" }).focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(within(scale).getByRole("radio", { name: "10" })).toHaveFocus();
  });

  it("does not save a review without a score", async () => {
    const calls = show(aReview());
    await startScoring();
    await userEvent.click(screen.getByRole("button", { name: "Save review" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Give at least one score.");
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
  });

  it("keeps what was entered when saving fails", async () => {
    show(aReview(), {
      routes: {
        "PUT /api/interviews/i1/review": { status: 503, json: { error: "The disk is full." } },
      },
    });
    await startScoring();
    await userEvent.type(screen.getByLabelText(/^Notes/u), "Calm.");
    const scale = screen.getByRole("radiogroup", { name: "Technical" });
    await userEvent.click(within(scale).getByRole("radio", { name: "2" }));
    await userEvent.click(screen.getByRole("button", { name: "Save review" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The disk is full.");
    expect(screen.getByLabelText(/^Notes/u)).toHaveValue("Calm.");
  });

  it("shows the report without scoring on request", async () => {
    const calls = show(aReview(), {
      routes: {
        "POST /api/interviews/i1/review/look": {
          json: { success: true, data: aReview({ isConcealed: false }) },
        },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Show without scoring" }));
    expect(calls.some(({ method }) => method === "POST")).toBe(true);
  });

  it("has nothing to look at before the report is written", async () => {
    show(aReview(), { hasReport: false });
    await screen.findByRole("button", { name: "Add my review" });
    expect(screen.queryByRole("button", { name: "Show without scoring" })).not.toBeInTheDocument();
  });

  it("inserts the notes from the room on request", async () => {
    show(aReview(), { roomNotes: "Asked about shifts." });
    await startScoring();
    const insert = await screen.findByRole("button", { name: /^Insert my notes/u });
    expect(screen.getByLabelText(/^Notes/u)).toHaveValue("");
    await userEvent.click(insert);
    expect(screen.getByLabelText(/^Notes/u)).toHaveValue("Asked about shifts.");
    expect(insert).not.toBeInTheDocument();
  });

  it("shows everyone's scores beside the report's, and how far they agree", async () => {
    show(SCORED);
    const table = await screen.findByRole("table");
    const row = (name: RegExp) => within(table).getByRole("row", { name });
    expect(row(/^Alice \(you\)/u)).toHaveTextContent("Scored before seeing the report.");
    expect(row(/^Bob/u)).toHaveTextContent("The report could be seen before scoring.");
    expect(row(/^Mean/u)).toHaveTextContent("5.0");
    expect(row(/^AI report/u)).toHaveTextContent("+2.4 compared with the mean");
    expect(screen.getByText("Technical: scores are far apart (3 to 7)")).toBeInTheDocument();
    expect(screen.getByText("Recommendations differ: Advance 1, Reject 1")).toBeInTheDocument();
  });

  it("saves a decision only with a reason", async () => {
    const calls = show(SCORED, {
      routes: { "PUT /api/interviews/i1/decision": { json: { success: true, data: SCORED } } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Decide" }));
    const dialog = screen.getByRole("dialog", { name: "Decision" });
    await userEvent.click(within(dialog).getByRole("radio", { name: "Hold" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save decision" }));
    expect(within(dialog).getByRole("alert")).toHaveTextContent("Give a reason.");
    await userEvent.type(within(dialog).getByLabelText("Reason"), "Second interview first.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save decision" }));
    expect(await screen.findByText("Decision saved")).toBeInTheDocument();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      outcome: "hold",
      reason: "Second interview first.",
    });
  });

  it("lets only the owner decide and name reviewers", async () => {
    show({ ...SCORED, isOwner: false });
    expect(await screen.findByText("No decision yet.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Decide" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Add reviewer" })).not.toBeInTheDocument();
  });

  it("finds colleagues and names one as reviewer", async () => {
    const calls = show(SCORED, {
      routes: {
        "GET /api/interviews/i1/reviewers/available": {
          json: { success: true, data: [{ username: "bob", name: "Bob Lind" }] },
        },
        "POST /api/interviews/i1/reviewers": { json: { success: true, data: SCORED } },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Add reviewer" }));
    await userEvent.type(screen.getByLabelText("Name or username"), "bo");
    await userEvent.click(await screen.findByRole("button", { name: "Add Bob Lind" }));
    expect(await screen.findByText("Bob Lind can now review this interview.")).toBeInTheDocument();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ username: "bob" });
  });

  it("confirms before a reviewer is removed", async () => {
    const calls = show(
      { ...SCORED, reviewers: [{ _id: "r1", name: "Bob", hasScored: true }] },
      {
        routes: {
          "DELETE /api/interviews/i1/reviewers/r1": { json: { success: true, data: SCORED } },
        },
      },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Remove Bob" }));
    expect(screen.getByText("Remove Bob as a reviewer?")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    await waitFor(() => {
      expect(calls.some(({ method }) => method === "DELETE")).toBe(true);
    });
  });

  it("shows who changed what, with the words before", async () => {
    show(SCORED, {
      routes: {
        "GET /api/interviews/i1/review/history": {
          json: {
            success: true,
            data: [
              {
                _id: "h1",
                kind: "finding",
                actorName: "Bob",
                subject: "Cut the batch",
                before: { isStruck: false, title: "Cut the batch", description: "" },
                after: {
                  isStruck: false,
                  title: "Shortened the batch",
                  description: "",
                  reason: "Clearer.",
                },
                createdAt: "2026-11-22T10:00:00Z",
              },
            ],
            pagination: { page: 1, limit: 10, total: 1, totalPages: 1, hasMore: false },
          },
        },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "History" }));
    const entry = (await screen.findByText("Reworded a finding: Cut the batch")).closest("li")!;
    expect(entry.querySelector("del")).toHaveTextContent("Cut the batch");
    expect(entry).toHaveTextContent("Shortened the batch");
    expect(entry).toHaveTextContent("Clearer.");
    expect(entry).toHaveTextContent("Bob");
  });
});
