/** Tests of the report tab without a report, while one is written, and for people who may not see it all. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { ANALYSIS, show, withReport } from "../testing/show-report";

describe("report states", () => {
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

  it("stops a report that is being written", async () => {
    let status = "running";
    const calls = show(
      {},
      {
        "GET /api/aisense/analysis/i1": () => ({
          json: {
            ...{ success: true, hasAnalysis: false, isConcealed: false, analysis: null, fit: null },
            ...{ status, problem: status === "failed" ? "cancelled" : null },
          },
        }),
        "POST /api/aisense/analysis/i1/cancel": () => {
          status = "failed";
          return {};
        },
      },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Stop writing" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/The report was stopped/u);
    expect(calls.filter((call) => call.method === "POST")).toHaveLength(1);
  });

  it("refreshes by running the analysis", async () => {
    const calls = show(withReport, {
      "POST /api/aisense/analyze": { json: { success: true, analysis: ANALYSIS } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("Report refreshed successfully!")).toBeInTheDocument();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ interviewId: "i1" });
  });

  it("shows the review and the transcript while the report is concealed", async () => {
    show(
      { hasAnalysis: true, isConcealed: true, status: "completed" },
      {},
      {
        renderReview: ({ isWritten, scores }) => (
          <p>{isWritten && scores === null ? "Score first" : "Wrong"}</p>
        ),
      },
    );
    expect(await screen.findByText("Score first")).toBeInTheDocument();
    expect(screen.getByText("Line 1")).toBeInTheDocument();
    expect(screen.queryByText("Analysis Not Available")).not.toBeInTheDocument();
    expect(screen.queryByRole("meter")).not.toBeInTheDocument();
  });

  it("offers the transcript for download without a report", async () => {
    show(
      { hasAnalysis: false, status: "none" },
      {},
      {
        renderReview: () => <p>Score first</p>,
      },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    const files = screen.getAllByRole("menuitem").map((item) => item.textContent);
    expect(files).toEqual([
      "Transcript (text)",
      "Transcript (WebVTT captions)",
      "Transcript (Word)",
    ]);
  });

  it("gives the report's scores to the review, and a reviewer no rights of the owner", async () => {
    const calls = show(
      withReport,
      {},
      {
        isOwner: false,
        renderReview: ({ scores }) => <p>AI gave {scores?.technical}</p>,
      },
    );
    expect(await screen.findByText("AI gave 8.1")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Refresh|Share/u })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    expect(screen.getByRole("menuitem", { name: "Report (PDF)" })).toBeInTheDocument();
    expect(screen.queryByRole("menuitem", { name: /Everything/u })).not.toBeInTheDocument();
    expect(calls.some(({ url }) => url.startsWith("/api/questions"))).toBe(false);
  });
});
