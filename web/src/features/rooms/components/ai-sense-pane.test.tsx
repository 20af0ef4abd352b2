/** Tests of the AI Sense pane: readiness, sections, failure, toggle. */
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { afterEach, describe, expect, it, vi } from "vitest";

import french from "@/locales/fr/rooms.json";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { LiveInsights } from "../api/live-insights";
import type { TranscriptLine } from "../engine/transcript";
import { useAiSense } from "../hooks/use-ai-sense";
import { useSenseSettings } from "../hooks/use-sense-settings";
import { LineMarksContext, listLineMarks } from "../lib/line-marks";
import { AiSensePane } from "./ai-sense-pane";
import { DebugControls } from "./debug-controls";

const LIVE = "POST /api/aisense/live";

const insights: LiveInsights = {
  answers: [
    {
      question: "How do you test a pump?",
      timestamp: 65,
      answered: "full",
      quote: { segmentId: "s2", quote: "I ran it for an hour.", timestamp: 65 },
      points: [
        {
          text: "Checks the pressure",
          quote: { segmentId: "s2", quote: "I ran it for an hour.", timestamp: 65 },
        },
        { text: "Names the norm", quote: null },
      ],
    },
  ],
  contradictions: [
    {
      kind: "start",
      subject: "",
      severity: "moderate",
      statement: { segmentId: "s3", quote: "since 2012", timestamp: 70 },
      origin: "cv",
      otherQuote: "2018 to 2020",
      otherSegmentId: null,
    },
  ],
  followUps: [{ question: "Which norm?", priority: "high", purpose: "point_not_covered" }],
  talkTime: { interviewerSeconds: 30, candidateSeconds: 90 },
  isLanguageKnown: true,
  readAt: new Date(2026, 10, 22, 9, 5).toISOString(),
};

const spoken = (text: string, key: string): TranscriptLine => ({
  key,
  role: "candidate",
  text,
  notice: null,
  timestamp: "",
  origin: "live",
  final: true,
  sequence: 1,
  startSeconds: 0,
  lostSeconds: 0,
  marks: [],
});

const ENOUGH = [spoken("x".repeat(40), "a"), spoken("y".repeat(40), "b")];
const NOTHING: TranscriptLine[] = [];

function Pane({ isTranscribing = true, hasStarted = true, lines = ENOUGH }) {
  const settings = useSenseSettings(isTranscribing, isTranscribing);
  const sense = useAiSense("i1", {
    isOn: settings.isAiSenseOn,
    setOn: settings.setAiSense,
    hasStarted,
    lines,
  });
  return (
    <AiSensePane
      sense={sense}
      candidateName="Cara"
      debugControls={
        <DebugControls toggles={[{ label: "Transcription", isOn: true, onChange: onToggle }]} />
      }
    />
  );
}

const onToggle = vi.fn();

function countReadings(calls: ReturnType<typeof stubFetch>): number {
  return calls.filter(({ method }) => method === "POST").length;
}

const ready = { json: { success: true, ready: true, reason: "", insights } };

describe("AiSensePane", () => {
  afterEach(async () => {
    cleanup();
    await i18next.changeLanguage("en");
    i18next.removeResourceBundle("fr", "rooms");
  });

  it("waits for the interview, and asks nothing", async () => {
    const calls = stubFetch({ [LIVE]: ready });
    renderWithApp(<Pane isTranscribing={false} hasStarted={false} lines={NOTHING} />);
    expect(await screen.findByText("Waiting for interview to begin...")).toBeInTheDocument();
    expect(countReadings(calls)).toBe(0);
  });

  it("waits for more conversation until browser or server has enough", async () => {
    stubFetch({ [LIVE]: { json: { success: true, ready: false, reason: "", insights: null } } });
    renderWithApp(<Pane lines={NOTHING} />);
    expect(
      await screen.findByText("Waiting for more conversation to analyze..."),
    ).toBeInTheDocument();
  });

  it("turns on with the transcription and shows every section", async () => {
    stubFetch({ [LIVE]: ready });
    renderWithApp(<Pane />);
    expect(await screen.findByText("How do you test a pump?")).toBeInTheDocument();
    expect(screen.getByRole("switch", { name: "AI Sense" })).toBeChecked();
    expect(screen.getByText("Updated at 9:05 AM")).toBeInTheDocument();
    expect(screen.getByText("“I ran it for an hour.”")).toBeInTheDocument();
    expect(screen.getByLabelText("Covered")).toBeInTheDocument();
    expect(screen.getByLabelText("Not yet covered")).toBeInTheDocument();
    expect(screen.getByText("Said: “since 2012”")).toBeInTheDocument();
    expect(screen.getByText("CV: “2018 to 2020”")).toBeInTheDocument();
    expect(screen.getByText("Which norm?")).toBeInTheDocument();
    expect(screen.getByText("Cara: 01:30 (75%)")).toBeInTheDocument();
  });

  it("puts a quote in the quotation marks of the language", async () => {
    i18next.addResourceBundle("fr", "rooms", french);
    await i18next.changeLanguage("fr");
    stubFetch({ [LIVE]: ready });
    renderWithApp(<Pane />);
    const quote = await screen.findByText(/I ran it for an hour\./u);
    expect(quote).toHaveTextContent("« I ran it for an hour. »");
  });

  it("reads again every minute", async () => {
    vi.useFakeTimers();
    try {
      const calls = stubFetch({ [LIVE]: ready });
      renderWithApp(<Pane />);
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      await pass(59_000);
      expect(countReadings(calls)).toBe(1);
      await pass(2_000);
      expect(countReadings(calls)).toBe(2);
      await pass(60_000);
      expect(countReadings(calls)).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it("shows the failure and tries again", async () => {
    let isWorking = false;
    stubFetch({
      [LIVE]: () =>
        isWorking
          ? ready
          : { status: 503, json: { success: false, error: "x", message: "x", code: "X" } },
    });
    renderWithApp(<Pane />);
    expect(await screen.findByText("Analysis Failed")).toBeInTheDocument();
    isWorking = true;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Which norm?")).toBeInTheDocument();
  });

  it("says that the analysis failed if the server gives no reason", async () => {
    stubFetch({ [LIVE]: { status: 500, json: { success: false } } });
    renderWithApp(<Pane />);
    expect(await screen.findByText("Analysis failed")).toBeInTheDocument();
  });

  it("shows the server's reason for a failure", async () => {
    const message = "The judge is not available.";
    stubFetch({ [LIVE]: { status: 503, json: { success: false, message, code: "X" } } });
    renderWithApp(<Pane />);
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it("runs at once whenever it is switched on by hand", async () => {
    const calls = stubFetch({ [LIVE]: ready });
    renderWithApp(<Pane isTranscribing={false} />);
    const toggle = await screen.findByRole("switch", { name: "AI Sense" });
    expect(countReadings(calls)).toBe(0);
    await userEvent.click(toggle);
    expect(await screen.findByText("Which norm?")).toBeInTheDocument();
    expect(countReadings(calls)).toBe(1);
    await userEvent.click(toggle);
    await userEvent.click(toggle);
    expect(countReadings(calls)).toBe(2);
  });

  it("reads a demo transcript before the interview starts", async () => {
    stubFetch({ [LIVE]: ready });
    renderWithApp(<Pane isTranscribing={false} hasStarted={false} />);
    await userEvent.click(await screen.findByRole("switch", { name: "AI Sense" }));
    expect(await screen.findByText("Which norm?")).toBeInTheDocument();
  });

  it("marks quotes of lines that the server did not transcribe", async () => {
    const earlier = {
      ...insights.contradictions[0]!,
      origin: "transcript" as const,
      otherQuote: "since 2018",
      otherSegmentId: "s1",
    };
    const json = { success: true, ready: true, reason: "" };
    stubFetch({
      [LIVE]: { json: { ...json, insights: { ...insights, contradictions: [earlier] } } },
    });
    const marks = listLineMarks([
      { ...spoken("since 2018", "s1"), origin: "demo" },
      { ...spoken("I ran it for an hour.", "s2"), origin: "client" },
      spoken("since 2012", "s3"),
    ]);
    renderWithApp(
      <LineMarksContext value={marks}>
        <Pane />
      </LineMarksContext>,
    );
    expect(await screen.findByText("“I ran it for an hour.”")).toHaveTextContent("(imported)");
    expect(screen.getByText("Earlier: “since 2018”")).toHaveTextContent("(demo)");
    expect(screen.getByText("Said: “since 2012”")).not.toHaveTextContent("(");
  });

  it("folds the debug controls of administrators", async () => {
    stubFetch({ [LIVE]: ready });
    renderWithApp(<Pane />);
    const debug = await screen.findByRole("button", { name: "Interview Debug Controls" });
    expect(screen.queryByRole("switch", { name: "Transcription" })).not.toBeInTheDocument();
    await userEvent.click(debug);
    await userEvent.click(screen.getByRole("switch", { name: "Transcription" }));
    expect(onToggle).toHaveBeenCalledWith(false);
  });
});
