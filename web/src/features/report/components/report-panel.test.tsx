/** Tests of the content of a report. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Analysis, ConsistencyCheck } from "../api/types";
import { aJudgedQuestion } from "../testing/a-judged-question";
import { ANALYSIS, show, withReport } from "../testing/show-report";

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
    expect(
      screen.getByText("Ask the candidate about this: Team size (Shop 1)."),
    ).toBeInTheDocument();
  });

  it("shows three patterns at most", async () => {
    const kinds = ["team_size", "start", "degree", "skill"] as const;
    const patterns = kinds.map((pattern, index) => ({
      pattern,
      frequency: 9 - index,
      significance: "minor" as const,
    }));
    showCheck({ ...CHECK, patterns });
    expect(await screen.findByText("× 7")).toBeInTheDocument();
    expect(screen.queryByText("× 6")).not.toBeInTheDocument();
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
    expect(await screen.findByText(/a transcript cannot show it/u)).toBeInTheDocument();
    expect(screen.getByRole("meter", { name: "Composure" })).toHaveAttribute("aria-valuenow", "6");
  });

  it("shows lines of the CV beside passages of the interview, without a verdict", async () => {
    const evidence = [
      { segmentId: "s7", quote: "It held.", speaker: "candidate" as const, startSeconds: 70 },
    ];
    showCheck({
      ...CHECK,
      evidence: [],
      sideBySide: [{ cvLine: "- Led 12 people", evidence }],
    });
    const heading = await screen.findByRole("heading", { name: "CV and interview side by side" });
    const section = within(heading.parentElement!);
    expect(section.getByText("“Led 12 people”")).toBeInTheDocument();
    expect(section.getByText("“It held.”")).toBeInTheDocument();
    expect(section.getByRole("button", { name: /1:10/u })).toBeInTheDocument();
    expect(section.queryByText(/possible difference/u)).not.toBeInTheDocument();
  });

  it("says why it could not run", async () => {
    const missing: Analysis["missing"] = [
      { section: "deceptionAnalysis", code: "english_only", params: {} },
    ];
    show({ ...withReport, analysis: { ...ANALYSIS, deceptionAnalysis: null, missing } });
    expect(await screen.findByRole("heading", { name: "Consistency check" })).toBeInTheDocument();
    expect(screen.getByText(/^This check reads statements in English only/u)).toBeInTheDocument();
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
        cvLine: "• Forklift certificate, 2019",
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
    expect(await screen.findByText(/computed from what was said/u)).toBeInTheDocument();
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
  it("never shows a missing score", async () => {
    show(withReport);
    expect(await screen.findByText("Not enough evidence to score")).toBeInTheDocument();
    expect(screen.getByText(/^Not enough was said for a score\. Answers: 1/u)).toBeInTheDocument();
    expect(screen.getAllByRole("meter")).toHaveLength(1);
    expect(screen.getByRole("meter")).toHaveAttribute("aria-valuenow", "8.1");
    expect(screen.getByText("There are no findings to write about.")).toBeInTheDocument();
    expect(screen.getByText("Not specified")).toBeInTheDocument();
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
    expect(listed("Not fully covered by the profile")).toEqual([
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
});
