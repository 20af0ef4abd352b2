/** Tests of the report tab. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Analysis, AnalysisResponse, ConsistencyCheck, Segment } from "../api/types";
import { aJudgedQuestion } from "../testing/a-judged-question";
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
  origin: "live",
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
  instructions: 0,
  summary: "A specific candidate.",
  technicalAssessment: "",
  communicationAssessment: "Clear.",
  strengths: [
    {
      key: "f1",
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
  deceptionAnalysis: null,
  hasStruckFindings: false,
  createdAt: "2026-11-01T10:00:00Z",
};

const CHECK: ConsistencyCheck = {
  overallRisk: "medium",
  analysisConfidence: 0.34,
  metrics: {
    consistencyScore: 7.5,
    evasivenessScore: null,
    authenticityScore: null,
    stressIndicators: null,
  },
  evidence: Array.from({ length: 5 }, (_, index) => ({
    kind: "team_size" as const,
    key: `c${index}`,
    amendment: null,
    subject: `Shop ${index + 1}`,
    description: "Possible difference from the CV: the size of a team.",
    quote: "It held.",
    severity: "significant" as const,
    timestamp: 70,
    segmentId: "s7",
    counterpart: {
      origin: "cv" as const,
      quote: `Led ${index + 2} people`,
      segmentId: null,
      timestamp: null,
    },
  })),
  patterns: [{ pattern: "team_size", frequency: 5, significance: "significant" }],
  recommendations: [
    { action: "ask_candidate", priority: "high", rationale: "team_size", subject: "Shop 1" },
  ],
  hasCv: true,
  statementsFound: 9,
  statementsCompared: 6,
};

function show(
  response: Partial<AnalysisResponse>,
  routes: Parameters<typeof stubFetch>[0] = {},
  props: Partial<Parameters<typeof ReportPanel>[0]> = {},
) {
  const json = {
    hasAnalysis: false,
    isConcealed: false,
    analysis: null,
    status: "none",
    problem: null,
    fit: null,
    ...response,
  };
  const calls = stubFetch({
    "GET /api/site": { json: { success: true, data: { billingMode: "internal" } } },
    "GET /api/aisense/analysis/i1": { json: { success: true, ...json } },
    "GET /api/interviews/i1/recording": { json: { success: true, data: null } },
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
  renderWithApp(<ReportPanel interview={interview} {...props} />);
  return calls;
}

const withReport = { hasAnalysis: true, analysis: ANALYSIS, status: "completed" } as const;

describe("consistency check", () => {
  const showCheck = (check: ConsistencyCheck | null) =>
    show({ ...withReport, analysis: { ...ANALYSIS, deceptionAnalysis: check } });

  it("shows three possible contradictions at most, each with both quotes", async () => {
    showCheck(CHECK);
    const heading = await screen.findByRole("heading", { name: "Consistency check" });
    expect(heading).toBeInTheDocument();
    expect(screen.getByText(/It proves nothing/u)).toBeInTheDocument();
    expect(screen.getByText("Confidence 34%")).toBeInTheDocument();
    expect(screen.getAllByText("possible difference from the CV")).toHaveLength(3);
    expect(screen.getByText("“Led 2 people”")).toBeInTheDocument();
    expect(screen.queryByText("“Led 5 people”")).not.toBeInTheDocument();
    expect(screen.getByText("Ask the candidate: Team size (Shop 1).")).toBeInTheDocument();
  });

  it("can be struck, but not reworded", async () => {
    showCheck(CHECK);
    const menu = await screen.findByRole("button", {
      name: "Change the finding “Team size (Shop 1)”",
    });
    await userEvent.click(menu);
    expect(screen.getByRole("menuitem", { name: "Strike" })).toBeInTheDocument();
    expect(screen.queryByRole("menuitem", { name: "Reword" })).not.toBeInTheDocument();
  });

  it("says what was compared when nothing was found", async () => {
    showCheck({ ...CHECK, evidence: [], patterns: [], recommendations: [] });
    expect(await screen.findByText(/^6 statements were compared/u)).toBeInTheDocument();
  });

  it("says that composure is not measured", async () => {
    showCheck(CHECK);
    expect(await screen.findByText(/a transcript does not show it/u)).toBeInTheDocument();
    expect(screen.getByRole("meter", { name: "Composure" })).toHaveAttribute("aria-valuenow", "6");
  });

  it("shows lines of the CV beside passages of the interview, without a verdict", async () => {
    const evidence = [
      { segmentId: "s7", quote: "It held.", speaker: "candidate" as const, startSeconds: 70 },
    ];
    showCheck({
      ...CHECK,
      evidence: [],
      sideBySide: [{ cvLine: "Led 12 people", evidence }],
    });
    const heading = await screen.findByRole("heading", { name: "CV and interview side by side" });
    const section = within(heading.parentElement!);
    expect(section.getByText("“Led 12 people”")).toBeInTheDocument();
    expect(section.getByText("“It held.”")).toBeInTheDocument();
    expect(section.getByRole("button", { name: /1:10/u })).toBeInTheDocument();
    expect(section.queryByText(/possible difference/u)).not.toBeInTheDocument();
  });

  it("is absent from reports without it", async () => {
    showCheck(null);
    expect(await screen.findByText("A specific candidate.")).toBeInTheDocument();
    expect(screen.queryByText("Consistency check")).not.toBeInTheDocument();
  });
});

describe("requirements of the job", () => {
  it("show what the interview says about each", async () => {
    const requirements: Analysis["requirements"] = [
      {
        requirement: "Experience with batch jobs",
        status: "shown",
        cvLine: "",
        evidence: [{ segmentId: "s7", quote: "It held.", speaker: "candidate", startSeconds: 70 }],
      },
      {
        requirement: "Forklift licence",
        status: "not_discussed",
        evidence: [],
        cvLine: "Forklift certificate, 2019",
      },
    ];
    show({ ...withReport, analysis: { ...ANALYSIS, requirements } });
    const heading = await screen.findByRole("heading", { name: "Requirements of the job" });
    const section = heading.closest("section")!;
    const [shown, open] = within(section).getAllByRole("listitem");
    expect(within(shown!).getByText("Experience with batch jobs")).toBeInTheDocument();
    expect(within(shown!).getByText("Specific evidence")).toBeInTheDocument();
    expect(within(shown!).getByRole("button", { name: /1:10/u })).toBeInTheDocument();
    expect(within(open!).getByText("No passage found")).toBeInTheDocument();
    expect(within(open!).getByText("In the CV: “Forklift certificate, 2019”")).toBeInTheDocument();
  });

  it("are absent from reports without any", async () => {
    show({ ...withReport, analysis: { ...ANALYSIS, requirements: [] } });
    expect(await screen.findByText("A specific candidate.")).toBeInTheDocument();
    expect(screen.queryByText("Requirements of the job")).not.toBeInTheDocument();
  });
});

describe("judged answers", () => {
  const showJudged = (changes: Partial<Analysis>) =>
    show({ ...withReport, analysis: { ...ANALYSIS, ...changes } });

  it("are reached from a score, and explained", async () => {
    showJudged({ questionScores: [aJudgedQuestion()] });
    const [technical] = await screen.findAllByRole("button", { name: "By question" });
    await userEvent.click(technical!);
    const heading = screen.getByRole("heading", { name: "Scores by question" });
    expect(document.activeElement).toContainElement(heading);
    expect(screen.getByText(/^The judge, a small neural network/u)).toBeInTheDocument();
    expect(screen.getByText(/90% interval/u)).toBeInTheDocument();
  });

  it("are absent from reports of earlier versions", async () => {
    show(withReport);
    expect(await screen.findByText(/counted from what was said/u)).toBeInTheDocument();
    expect(screen.queryByText("Scores by question")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "By question" })).not.toBeInTheDocument();
    expect(screen.queryByText(/^The judge/u)).not.toBeInTheDocument();
    expect(screen.queryByRole("note")).not.toBeInTheDocument();
  });

  it("leave out sentences addressed to the assessor, and the report says so", async () => {
    showJudged({ instructions: 3 });
    expect(await screen.findByRole("note")).toHaveTextContent(/^3 sentences .* not counted\.$/u);
  });
});

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
    const drawer = await screen.findByRole("dialog", { name: "Evidence in the transcript" });
    expect(drawer.querySelector("mark")).toHaveTextContent("we cut it to forty minutes.");
    expect(drawer.querySelector("[aria-current]")).toHaveTextContent("It held.");
    expect(within(drawer).getByText("Line 0")).toBeInTheDocument();
    await userEvent.click(within(drawer).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("searches the transcript and shows a found line in its context", async () => {
    show(withReport);
    await userEvent.type(await screen.findByRole("searchbox"), "CUT IT");
    expect(await screen.findByText("1 line found")).toBeInTheDocument();
    expect(screen.queryByText("Line 0")).not.toBeInTheDocument();
    const found = screen.getByText("cut it", { selector: "mark" }).closest("li")!;
    await userEvent.click(
      within(found).getByRole("button", { name: "Show 1:10 in the transcript" }),
    );
    const drawer = await screen.findByRole("dialog", { name: "Evidence in the transcript" });
    expect(within(drawer).getByText("Line 6")).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await userEvent.type(screen.getByRole("searchbox"), " nowhere");
    expect(await screen.findByText("No lines contain “CUT IT nowhere”.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
    expect(await screen.findByText("Line 0")).toBeInTheDocument();
  });

  it("marks lines that the server did not transcribe", async () => {
    const segments = [{ ...SEGMENTS[0], origin: "client" }, ...SEGMENTS.slice(1)];
    show(withReport, {
      "GET /api/interview/i1/transcript": { json: { success: true, data: { segments } } },
    });
    const line = (await screen.findByText("Line 0")).closest("li")!;
    expect(line).toHaveTextContent("Interviewer (imported)");
    expect(screen.getAllByText(/imported/)).toHaveLength(1);
  });

  it("marks quotes of lines that the server did not transcribe", async () => {
    const segments = [...SEGMENTS.slice(0, 7), { ...SEGMENTS[7], origin: "client" }];
    show(withReport, {
      "GET /api/interview/i1/transcript": { json: { success: true, data: { segments } } },
    });
    const quote = await screen.findByText("“we cut it to forty minutes.”");
    expect(quote.closest("li")).toHaveTextContent("1:10 (imported)");
  });

  it("shows talk time and scores as tables to screen readers", async () => {
    const question = (score: number | null) => ({
      question: "What did you build?",
      humanTracking: { score },
    });
    show(withReport, {
      "GET /api/questions/interview/i1": {
        json: { success: true, questionSet: null, questions: [question(null), question(4)] },
      },
    });
    const scores = await screen.findByRole("table", { name: "Scores from 0 to 10" });
    expect(within(scores).getByRole("row", { name: /^Technical/ })).toHaveTextContent("8.1");
    expect(
      within(scores).getByRole("row", { name: "Q1: What did you build? 4.0" }),
    ).toBeInTheDocument();
    const overTime = screen.getByRole("table", { name: "Talk time over time, in seconds" });
    expect(within(overTime).getAllByRole("row")).toHaveLength(1 + 3);
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

  it("shows the candidate-job fit computed by the server, and what it is based on", async () => {
    const none = { match: null, source: null, words: "", segmentId: null };
    show({
      ...withReport,
      fit: {
        skills: [
          {
            skill: "Kubernetes",
            score: 75,
            match: "synonym",
            source: "cv",
            words: "Ran k8s clusters",
            segmentId: null,
          },
          {
            skill: "Grafana",
            score: 75,
            match: "name",
            source: "interview",
            words: "Line 1",
            segmentId: "s1",
          },
          { ...none, skill: "Apache Kafka", score: 0 },
          { ...none, skill: "Wound care", score: 40, words: "Intensive care" },
          {
            ...none,
            skill: "Terraform",
            score: 0,
            source: "interview",
            words: "I never used Terraform.",
            segmentId: "s1",
          },
        ],
        missingCritical: ["Apache Kafka", "Wound care", "Terraform"],
        bonusSkills: ["Sailing"],
        level: "good",
        overall: 64.96,
        label: "fair",
        recommendation: "good",
        notCounted: ["interview"],
      },
    });
    expect(await screen.findByText("64%")).toBeInTheDocument();
    expect(screen.getByText("Good match for this role")).toBeInTheDocument();
    const listed = (name: string) =>
      within(screen.getByText(name).parentElement!)
        .getAllByRole("listitem")
        .map((item) => item.textContent);
    expect(listed("Matched")).toEqual([
      "Kubernetesby synonymFound by synonym: another name of the same skill",
    ]);
    expect(listed("Shown in the interview, not found in the profile")).toEqual([
      "Grafanaby nameFound by name: the same words",
    ]);
    expect(listed("Not found in the profile")).toEqual([
      "Apache Kafka",
      "Wound caresimilar: Intensive care",
      "Terraformmentioned, not shown: “I never used Terraform.”",
    ]);
    expect(listed("Additional skills")).toEqual(["Sailing"]);
    const evidence = screen.getByRole("button", { name: "What 2 matches are based on" });
    expect(evidence).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(evidence);
    expect(screen.getByText("“Ran k8s clusters”")).toBeVisible();
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

  it("says that the summary may refer to a struck finding", async () => {
    const [strength] = ANALYSIS.strengths;
    const amendment = {
      isStruck: true,
      isReworded: false,
      title: "Cut the batch",
      description: "",
      reason: "Not theirs.",
      actorName: null,
      updatedAt: "2026-11-22T10:00:00Z",
    };
    show({
      ...withReport,
      analysis: {
        ...ANALYSIS,
        strengths: [{ ...strength!, amendment }],
        hasStruckFindings: true,
      },
    });
    expect(await screen.findByText(/^A finding was struck after/u)).toBeInTheDocument();
    expect(screen.getByText(/^Struck by a deleted user, /u)).toBeInTheDocument();
  });

  it("ends with how it was made", async () => {
    const generation = {
      model: "llm-7b",
      modelSha256: "abc",
      promptVersion: "report-text@2+report-quote@1",
      durationMs: 61_400,
      speechModels: [{ name: "speech-small", sha256: "" }],
      usedModels: [
        { role: "encoder" as const, name: "encoder-small", sha256: "e1" },
        { role: "trained" as const, name: "judge.safetensors", sha256: "t1" },
        { role: "embeddings" as const, name: "encoder-small", sha256: "e1" },
      ],
    };
    show({ ...withReport, analysis: { ...ANALYSIS, generation } });
    const heading = await screen.findByRole("heading", { name: "How this was made" });
    const section = within(heading.closest("section")!);
    await userEvent.click(section.getByRole("button", { name: "Models, prompts and time" }));
    const facts = section.getAllByRole("list").at(-1)!;
    expect(
      within(facts)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "Speech modelspeech-small",
      "Encoder of the judgeencoder-smallSHA-256 of the model filee1",
      "Trained weights of the judgejudge.safetensorsSHA-256 of the model filet1",
      "Embeddings modelencoder-smallSHA-256 of the model filee1",
      "Language modelllm-7bSHA-256 of the model fileabc",
      "Prompts and their versionsreport-text@2, report-quote@1",
      "Writing time61 seconds",
    ]);
    expect(section.queryByText(/consistency check/u)).not.toBeInTheDocument();
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
