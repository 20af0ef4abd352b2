/** Tests of the review page of a shared interview, and of the list that leads there. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { SharedInterviews } from "@/features/review/components/shared-interviews";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { ReviewRoute } from "./review";

const INTERVIEW = {
  _id: "i1",
  title: "Chef",
  position: "Chef",
  candidateName: "Cara",
  status: "completed",
  ownerName: "Alice",
};
const REVIEW = {
  interview: INTERVIEW,
  isOwner: false,
  canScore: true,
  isConcealed: true,
  mine: null,
  reviewers: [],
  scorecards: [],
  agreement: null,
  decision: null,
};

function show(review: unknown, status = 200) {
  stubFetch({
    "GET /api/site": { json: { success: true, data: { billingMode: "internal" } } },
    "GET /api/interviews/i1/review": { status, json: { success: status === 200, data: review } },
    "GET /api/aisense/analysis/i1": {
      json: {
        success: true,
        hasAnalysis: true,
        isConcealed: true,
        analysis: null,
        status: "completed",
        problem: null,
        fit: null,
      },
    },
    "GET /api/interview/i1/transcript": { json: { success: true, data: { segments: [] } } },
  });
  renderWithApp(<ReviewRoute />, { path: "/review/:interviewId", at: "/review/i1" });
}

describe("review page", () => {
  it("asks a reviewer to score before the report is shown", async () => {
    show(REVIEW);
    expect(await screen.findByRole("heading", { name: "Cara", level: 1 })).toBeInTheDocument();
    expect(screen.getByText("Chef · Interview by Alice")).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Add my review" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Show without scoring" })).toBeInTheDocument();
  });

  it("waits for the end of the interview", async () => {
    show({ ...REVIEW, interview: { ...INTERVIEW, status: "in_progress" } });
    expect(await screen.findByText("Report Not Available")).toBeInTheDocument();
  });

  it("says that an interview is no longer shared", async () => {
    show(undefined, 404);
    expect(await screen.findByText("Interview not found")).toBeInTheDocument();
  });
});

describe("shared interviews", () => {
  const list = (data: unknown[]) => ({
    "GET /api/reviews": {
      json: {
        success: true,
        data,
        pagination: {
          page: 1,
          limit: 10,
          total: data.length,
          totalPages: Math.min(1, data.length),
          hasMore: false,
        },
      },
    },
  });

  it("lead to the review page", async () => {
    stubFetch(list([{ ...INTERVIEW, hasScored: false, namedAt: "2026-11-22T10:00:00Z" }]));
    renderWithApp(<SharedInterviews />);
    const link = await screen.findByRole("link", { name: /^Cara · Chef/u });
    expect(link).toHaveAttribute("href", "/review/i1");
    expect(link).toHaveTextContent("To review");
  });

  it("show nothing without any", async () => {
    const calls = stubFetch(list([]));
    const { container } = renderWithApp(<SharedInterviews />);
    await expect.poll(() => calls.length).toBe(1);
    expect(container.querySelector("section")).toBeNull();
  });
});
