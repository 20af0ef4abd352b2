/** Tests of the report tab. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Analysis, AnalysisResponse, Segment } from "../api/types";
import { ReportPanel } from "./report-panel";

const SEGMENTS: Segment[] = Array.from({ length: 8 }, (_, index) => ({
  _id: `s${index}`,
  sequence: index + 1,
  speaker: index % 2 === 0 ? "interviewer" : "candidate",
  text: index === 7 ? "Well, we cut it to forty minutes. It held." : `Line ${index}`,
  timestamp: "2026-11-01T09:00:00Z",
  startSeconds: index * 10,
  endSeconds: index * 10 + 8,
  source: "whisper",
}));

const ANALYSIS: Analysis = {
  sentiment: null,
  scores: { technical: 8.1, communication: null },
  scoreBasis: {
    technical: [
      {
        feature: "figure",
        effect: "raises",
        count: 3,
        segmentIds: ["s7"],
      },
    ],
    communication: [],
  },
  summary: "A specific candidate.",
  technicalAssessment: "",
  communicationAssessment: "Clear.",
  strengths: [
    {
      kind: "strength",
      title: "Cut the batch",
      description: "From six hours to forty minutes.",
      category: "technical",
      evidence: [
        {
          segmentId: "s7",
          quote: "we cut it to forty minutes.",
          speaker: "candidate",
          startSeconds: 70,
        },
      ],
    },
  ],
  concerns: [],
  keyQuotes: [],
  followUpQuestions: [],
  missing: [
    {
      section: "scores.communication",
      code: "too_little_said",
      params: { answers: 1, words: 9, minAnswers: 3, minWords: 60 },
    },
    { section: "technicalAssessment", code: "no_findings", params: {} },
  ],
  generation: { model: "m", modelSha256: "", promptVersion: "1", durationMs: 1 },
  createdAt: "2026-11-01T10:00:00Z",
};

function show(response: Partial<AnalysisResponse>, routes: Parameters<typeof stubFetch>[0] = {}) {
  const json = {
    hasAnalysis: false,
    analysis: null,
    status: "none",
    problem: null,
    fit: null,
    ...response,
  };
  const calls = stubFetch({
    "GET /api/site": { json: { success: true, data: { billingMode: "internal" } } },
    "GET /api/aisense/analysis/i1": { json: { success: true, ...json } },
    "GET /api/interview/i1/transcript": { json: { success: true, data: { segments: SEGMENTS } } },
    ...routes,
  });
  const interview = {
    _id: "i1",
    candidateName: "Marcus",
    position: "",
    billedMinutes: 12,
    billedCredits: 1,
  };
  renderWithApp(<ReportPanel interview={interview} />);
  return calls;
}

const withReport = { hasAnalysis: true, analysis: ANALYSIS, status: "completed" } as const;

describe("report", () => {
  it("offers to run the analysis when there is none", async () => {
    show({});
    expect(await screen.findByText("Analysis Not Available")).toBeInTheDocument();
    expect(
      screen.getByText("The interview transcript has not been analyzed yet."),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Run Analysis Now" })).toBeEnabled();
  });

  it("shows why the last run failed, and why the next one did", async () => {
    show(
      { status: "failed", problem: "too_long" },
      {
        "POST /api/aisense/analyze": {
          status: 502,
          json: { success: false, error: "No.", code: "ANALYSIS_FAILED", problem: "unavailable" },
        },
      },
    );
    expect(await screen.findByText(/^The transcript is too long/u)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Run Analysis Now" }));
    expect(await screen.findByText(/^The language model on this server/u)).toBeInTheDocument();
  });

  it("distinguishes a failed load from a missing report", async () => {
    show({}, { "GET /api/aisense/analysis/i1": { status: 500, json: { error: "Broken." } } });
    expect(await screen.findByText("Error Loading Report")).toBeInTheDocument();
    expect(screen.getByText("Failed to load AI analysis: Broken.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeInTheDocument();
  });

  it("shows that a report is being written", async () => {
    show({ status: "queued" });
    expect(
      await screen.findByText("The report is waiting for the language model"),
    ).toBeInTheDocument();
  });

  it("never shows a missing score", async () => {
    show(withReport);
    expect(await screen.findByText("Not enough evidence to score")).toBeInTheDocument();
    expect(screen.getByText(/^Not enough was said for a score\. Answers: 1/u)).toBeInTheDocument();
    expect(screen.getAllByRole("meter")).toHaveLength(1);
    expect(screen.getByRole("meter")).toHaveAttribute("aria-valuenow", "8.1");
    expect(screen.getByText("There are no findings to write about.")).toBeInTheDocument();
    expect(screen.getByText("Not specified")).toBeInTheDocument();
  });

  it("links a claim to its transcript line", async () => {
    show(withReport);
    await userEvent.click(await screen.findByRole("button", { name: "Quote" }));
    expect(document.querySelector("mark")).toBeNull();
    const claim = screen.getByText("“we cut it to forty minutes.”").closest("li")!;
    await userEvent.click(
      within(claim).getByRole("button", { name: "Show 1:10 in the transcript" }),
    );
    expect(document.querySelector("mark")).toHaveTextContent("we cut it to forty minutes.");
  });

  it("shows what a score counts, with links to the transcript", async () => {
    show(withReport);
    await userEvent.click(await screen.findByRole("button", { name: "Why this score" }));
    expect(screen.getByText(/Concrete figures/)).toHaveTextContent("× 3");
  });

  it("shows five lines of the transcript at first", async () => {
    show(withReport);
    expect(await screen.findByText("Line 4")).toBeInTheDocument();
    expect(screen.queryByText("Line 5")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Show all 8 lines" }));
    expect(screen.getByText("Line 5")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Show less" }));
    expect(screen.queryByText("Line 5")).not.toBeInTheDocument();
  });

  it("shows credits only where they are metered", async () => {
    show(withReport);
    expect(await screen.findByText("Credits")).toBeInTheDocument();
    cleanup();
    const site = { json: { success: true, data: { billingMode: "off" } } };
    show(withReport, { "GET /api/site": site });
    await screen.findByText("Interview statistics");
    await waitFor(() => expect(screen.queryByText("Credits")).not.toBeInTheDocument());
  });

  it("shows the candidate-job fit computed by the server", async () => {
    show({
      ...withReport,
      fit: {
        skills: [
          { skill: "Kubernetes", score: 75 },
          { skill: "Apache Kafka", score: 0 },
        ],
        missingCritical: ["Apache Kafka"],
        bonusSkills: ["Sailing"],
        level: "good",
        overall: 66.4,
        label: "good",
        recommendation: "good",
        notCounted: ["interview"],
      },
    });
    expect(await screen.findByText("66%")).toBeInTheDocument();
    expect(screen.getByText("Good match for this role")).toBeInTheDocument();
    const listed = (name: string) =>
      within(screen.getByText(name).parentElement!)
        .getAllByRole("listitem")
        .map((item) => item.textContent);
    expect(listed("Matched")).toEqual(["Kubernetes"]);
    expect(listed("Not found in the profile")).toEqual(["Apache Kafka"]);
    expect(listed("Additional skills")).toEqual(["Sailing"]);
  });

  it("refreshes by running the analysis", async () => {
    const calls = show(withReport, {
      "POST /api/aisense/analyze": { json: { success: true, analysis: ANALYSIS } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("Report refreshed successfully!")).toBeInTheDocument();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ interviewId: "i1" });
  });
});
