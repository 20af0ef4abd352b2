/** Tests of sharing a report, of the page of its link, and of downloads. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { SharedReport } from "../api/shared-report";
import { DownloadMenu } from "./download-menu";
import { ShareButton } from "./share-button";
import { SharedReportPage } from "./shared-report-page";

const LINKS = "/api/interviews/i1/report-links";

const link = {
  _id: "l1",
  label: "Hiring manager",
  status: "active",
  expiresAt: "2026-11-29T10:00:00Z",
  createdAt: "2026-11-22T10:00:00Z",
};

describe("share dialog", () => {
  it("creates a link that can be copied once", async () => {
    const calls = stubFetch({
      [`GET ${LINKS}`]: { json: { success: true, data: [] } },
      [`POST ${LINKS}`]: { json: { success: true, data: { ...link, token: "secret" } } },
    });
    renderWithApp(<ShareButton interviewId="i1" />);
    await userEvent.click(screen.getByRole("button", { name: "Share" }));
    expect(await screen.findByText("You have not shared this report yet.")).toBeInTheDocument();
    await userEvent.type(screen.getByRole("textbox", { name: /^For/ }), " Hiring manager ");
    await userEvent.click(screen.getByRole("button", { name: "Create link" }));
    expect(await screen.findByRole("textbox", { name: "Link to the report" })).toHaveValue(
      `${window.location.origin}/shared-report/secret`,
    );
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      label: "Hiring manager",
      days: 7,
    });
    // The list is read again.
    await waitFor(() => expect(calls.filter(({ method }) => method === "GET")).toHaveLength(2));
  });

  it("lists links and withdraws one", async () => {
    const data = [link, { ...link, _id: "l2", label: "", status: "expired" }];
    const calls = stubFetch({
      [`GET ${LINKS}`]: () => ({ json: { success: true, data } }),
      [`DELETE ${LINKS}/l1`]: () => {
        data[0] = { ...link, status: "revoked" };
        return { json: { success: true } };
      },
    });
    renderWithApp(<ShareButton interviewId="i1" />);
    await userEvent.click(screen.getByRole("button", { name: "Share" }));
    const rows = await screen.findAllByRole("listitem");
    expect(rows[1]).toHaveTextContent("No nameExpired");
    expect(within(rows[1]!).queryByRole("button")).not.toBeInTheDocument();
    await userEvent.click(
      screen.getByRole("button", { name: "Withdraw the link “Hiring manager”" }),
    );
    expect(await screen.findByText("Withdrawn")).toBeInTheDocument();
    expect(calls.some(({ method }) => method === "DELETE")).toBe(true);
  });

  it("says why a link could not be created", async () => {
    stubFetch({
      [`GET ${LINKS}`]: { json: { success: true, data: [] } },
      [`POST ${LINKS}`]: { status: 409, json: { error: "Too many.", code: "X" } },
    });
    renderWithApp(<ShareButton interviewId="i1" />);
    await userEvent.click(screen.getByRole("button", { name: "Share" }));
    await userEvent.click(await screen.findByRole("button", { name: "Create link" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many.");
  });
});

const SHARED: SharedReport = {
  candidateName: "Mara",
  position: "Warehouse lead",
  durationMinutes: 25,
  expiresAt: "2026-11-29T10:00:00Z",
  fit: null,
  segments: [],
  analysis: {
    sentiment: null,
    scores: { technical: null, communication: null },
    scoreBasis: { technical: [], communication: [] },
    instructions: 0,
    summary: "Moved a warehouse.",
    technicalAssessment: "",
    communicationAssessment: "",
    strengths: [
      {
        key: "f1",
        kind: "strength",
        title: "Mapped the aisles",
        description: "Before the switch.",
        category: "technical",
        evidence: [],
        amendment: null,
      },
    ],
    concerns: [],
    keyQuotes: [],
    followUpQuestions: [],
    missing: [],
    generation: { model: "m", modelSha256: "", promptVersion: "1", durationMs: 1 },
    deceptionAnalysis: null,
    hasModelTexts: true,
    hasStruckFindings: false,
    createdAt: "2026-11-01T10:00:00Z",
  },
};

describe("page of a report link", () => {
  const SHARED_CALL = "GET /api/shared-reports/secret";
  const open = () =>
    renderWithApp(<SharedReportPage />, {
      path: "/shared-report/:reportToken",
      at: "/shared-report/secret",
    });

  beforeEach(() => window.localStorage.setItem("token", "of-another-session"));

  it("shows the report read-only and sends no sign-in", async () => {
    const calls = stubFetch({
      [SHARED_CALL]: { json: { success: true, data: SHARED } },
      "GET /api/site": { json: { success: true, data: { billingMode: "internal" } } },
    });
    open();
    expect(await screen.findByText("Moved a warehouse.")).toBeInTheDocument();
    expect(screen.getByText("Mapped the aisles")).toBeInTheDocument();
    expect(screen.getByText(/^This report was shared with you/)).toBeInTheDocument();
    expect(screen.getByText("25m")).toBeInTheDocument();
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
      expect.stringMatching(/^(Print)?$/),
      "Models, prompts and time",
    ]);
    expect(screen.getByRole("button", { name: "Print" })).toBeInTheDocument();
    expect(calls.some(({ url }) => url.startsWith("/api/questions"))).toBe(false);
    const call = calls.find(({ url }) => url.startsWith("/api/shared-reports"));
    expect(call?.headers.has("Authorization")).toBe(false);
  });

  it.each([
    [410, "REPORT_LINK_EXPIRED", "This link has expired"],
    [410, "REPORT_LINK_REVOKED", "This link was withdrawn"],
    [404, "REPORT_LINK_NOT_FOUND", "This link does not work"],
  ])("explains a link that does not open (%d %s)", async (status, code, title) => {
    const calls = stubFetch({ [SHARED_CALL]: { status, json: { error: "No.", code } } });
    open();
    expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
    expect(calls).toHaveLength(1);
  });
});

describe("downloads", () => {
  it("saves the file under the name that the server gives", async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => "blob:file";
    URL.revokeObjectURL = () => undefined;
    const calls = stubFetch({
      "GET /api/interviews/i1/export": {
        headers: {
          "Content-Disposition": "attachment; filename=\"x\"; filename*=UTF-8''a%C3%A9.vtt",
        },
      },
    });
    renderWithApp(<DownloadMenu interviewId="i1" hasTranscript isOwner />);
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Transcript (WebVTT captions)" }));
    await waitFor(() => expect(saved).toEqual(["aé.vtt"]));
    expect(calls[0]?.url).toBe("/api/interviews/i1/export?file=transcript.vtt&language=en");
  });

  it("says why a file could not be downloaded", async () => {
    stubFetch({
      "GET /api/interviews/i1/export": { status: 503, json: { error: "No PDF.", code: "X" } },
    });
    renderWithApp(<DownloadMenu interviewId="i1" hasTranscript={false} isOwner />);
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    expect(screen.getByRole("menuitem", { name: "Transcript (text)" })).toHaveAttribute(
      "data-disabled",
    );
    await userEvent.click(screen.getByRole("menuitem", { name: "Report (PDF)" }));
    expect(await screen.findByText("No PDF.")).toBeInTheDocument();
  });
});
