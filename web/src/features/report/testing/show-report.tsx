/** A report with its transcript, and the report tab rendered with scripted responses, for tests. */
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Analysis, AnalysisResponse, Segment } from "../api/types";
import { ReportPanel } from "../components/report-panel";

export const SEGMENTS: Segment[] = Array.from({ length: 8 }, (_, index) => ({
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

export const ANALYSIS: Analysis = {
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
  hasModelTexts: true,
  hasStruckFindings: false,
  createdAt: "2026-11-01T10:00:00Z",
};

/** The fields of a response with the report. */
export const withReport = { hasAnalysis: true, analysis: ANALYSIS, status: "completed" } as const;

/** Renders the report tab of an interview whose analysis is `response`; returns the calls. */
export function show(
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
