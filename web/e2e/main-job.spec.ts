/** A whole interview with real models: preparation, live room with fake microphones, transcript, report. */

import { chromium, expect, test, type Browser, type Page } from "@playwright/test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { expectVideos } from "./support/screens";
import { ADMIN, Server } from "./support/server";
import { prepareVoice, readTurns, type Part } from "./support/voices";
import { wordErrorRate, words } from "./support/words";

const DATA = resolve(
  import.meta.dirname,
  "../../../shared/data/open/spoken/backend-engineer-payments",
);
const LEAD_SECONDS = 25;
/** Two questions with their answers; the second answer contains the first planted strength. */
const SHORT_PART: Part = { start: 48.7, end: 102.3 };

interface PreparedQuestion {
  question: string;
  category: string;
  estimatedTime: number;
}
interface Evidence {
  segmentId: string;
  quote: string;
}
interface Finding {
  title: string;
  description: string;
  evidence: Evidence[];
}
interface Segment {
  _id: string;
  speaker: "interviewer" | "candidate";
  text: string;
}
/** Index of the turn, in `turns.tsv`, that contains a planted strength. */
type Gold = Record<"strengths", { turnIndex: number }[]>;

test.skip(!existsSync(DATA), "the spoken interviews (../shared/data) are not beside this checkout");

let server: Server;
let folder: string;

test.beforeAll(async () => {
  server = await Server.start();
  folder = mkdtempSync(join(tmpdir(), "greenroom-voices-"));
});

test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openBrowser(voice: string): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, ...fakeMediaFlags({ audioWav: voice })],
  });
}

/** Start both fake microphones at the same moment, once both pages have requested theirs. */
function synchronizeMicrophones(): (page: Page) => Promise<void> {
  let waiting = 0;
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve_) => (open = resolve_));
  return async (page) => {
    await page.exposeFunction("bothMicrophones", async () => {
      waiting += 1;
      if (waiting === 2) open();
      await both;
    });
    await page.addInitScript(() => {
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (!devices) return;
      const original = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (constraints) => {
        await (window as unknown as { bothMicrophones: () => Promise<void> }).bothMicrophones();
        return original(constraints);
      };
    });
  };
}

async function signIn(page: Page): Promise<string> {
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in with Username" }).click();
  await expect(page).toHaveURL(/\/interviews$/);
  return page.evaluate(() => localStorage.getItem("authToken") ?? "");
}

async function api<T>(token: string, path: string): Promise<T> {
  const response = await fetch(`${server.url}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

/** The status that a person has set for a question of the interview. */
async function statusOf(token: string, interviewId: string, question: string): Promise<string> {
  const { questions } = await api<{
    questions: { question: string; humanTracking: { status: string } }[];
  }>(token, `/api/questions/interview/${interviewId}`);
  return questions.find((one) => one.question === question)?.humanTracking.status ?? "missing";
}

async function runInterview(options: { part: Part | null; generated: number }): Promise<void> {
  const allTurns = readTurns(join(DATA, "turns.tsv"));
  const part = options.part ?? { start: 0, end: (allTurns.at(-1)?.end ?? 0) + 2 };
  const turns = allTurns.filter((turn) => turn.start >= part.start && turn.end <= part.end);
  for (const role of ["recruiter", "candidate"] as const) {
    prepareVoice({
      from: join(DATA, `${role}.wav`),
      to: join(folder, `${role}.wav`),
      leadSeconds: LEAD_SECONDS,
      part: options.part,
    });
  }
  const recruiterBrowser = await openBrowser(join(folder, "recruiter.wav"));
  const candidateBrowser = await openBrowser(join(folder, "candidate.wav"));
  try {
    const context = await recruiterBrowser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ["clipboard-read", "clipboard-write", "camera", "microphone"],
    });
    const synchronize = synchronizeMicrophones();

    // Sign in, create, upload.
    const hq = await context.newPage();
    const token = await signIn(hq);
    const before = await api<{ data: { creditsRemaining: number } }>(token, "/api/billing/summary");
    await hq.getByRole("button", { name: "Create New" }).first().click();
    await expect(hq).toHaveURL(/\/interview-hq\//);
    const interviewId = new URL(hq.url()).pathname.split("/").at(-1) ?? "";
    const upload = hq.locator('input[type="file"]');
    await upload.setInputFiles(join(DATA, "cv.pdf"));
    await expect(hq.getByRole("heading", { name: /Marcus Delaney/ })).toBeVisible({
      timeout: 180_000,
    });
    await upload.setInputFiles(join(DATA, "job.docx"));
    await expect(hq.getByText("2/3 completed")).toBeVisible({ timeout: 180_000 });

    // Questions: some written by the model, the prepared ones by hand.
    await hq.getByRole("tab", { name: "Questions" }).click();
    await hq.getByRole("button", { name: "Custom Add" }).click();
    const slider = hq.getByRole("slider", { name: "Technical" });
    await slider.focus();
    for (let step = 0; step < options.generated; step += 1) await slider.press("ArrowRight");
    const [response] = await Promise.all([
      hq.waitForResponse((reply) => reply.url().endsWith("/api/questions/generate"), {
        timeout: 240_000,
      }),
      hq.getByRole("button", { name: /^Generate \d+ Question/ }).click(),
    ]);
    expect(response.status()).toBe(200);
    // A question that failed its checks twice is reported as missing and not replaced by another.
    const generated = (await response.json()) as { questions: unknown[]; missing: number };
    expect(generated.questions.length + generated.missing).toBe(options.generated);
    expect(generated.questions.length).toBeGreaterThanOrEqual(Math.floor(options.generated * 0.6));
    const prepared = JSON.parse(
      readFileSync(join(DATA, "questions.json"), "utf8"),
    ) as PreparedQuestion[];
    for (const question of prepared.slice(0, 2)) {
      await hq.getByRole("button", { name: "Add question manually" }).click();
      const dialog = hq.getByRole("dialog", { name: "Add Question Manually" });
      await dialog.getByRole("radio", { name: new RegExp(question.category, "i") }).click();
      await dialog.getByLabel("Question").fill(question.question);
      await dialog.getByRole("button", { name: "Add Question" }).click();
      await expect(dialog).toBeHidden();
      await expect(hq.getByText(question.question)).toBeVisible();
    }
    await hq.getByRole("button", { name: "Candidate Link" }).click();
    await expect(hq.getByText("Link copied to clipboard!", { exact: true })).toBeVisible();
    const link = await hq.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain("/room/candidate/");

    // Both join, the candidate consents, and the microphones start together.
    const [room] = await Promise.all([
      context.waitForEvent("page"),
      hq
        .getByRole("button", { name: "Join Room" })
        .or(hq.getByRole("link", { name: "Join Room" }))
        .click(),
    ]);
    await synchronize(room);
    await room.reload();
    const candidate = await (
      await candidateBrowser.newContext({ permissions: ["camera", "microphone"] })
    ).newPage();
    await synchronize(candidate);
    await candidate.goto(link);
    await expect(candidate.getByText("Before We Begin")).toBeVisible();
    await candidate.getByRole("button", { name: "I Agree and Continue" }).click();
    // Both have their microphones once both have asked for them.
    for (const page of [candidate, room]) {
      await page.getByRole("button", { name: "Join the interview" }).click();
    }
    await expect(room.getByText("Connected", { exact: true })).toBeVisible();
    const start = room.getByRole("button", { name: "Start Interview" });
    await expect(start).toBeEnabled();
    await start.click();
    await expect(room.getByRole("button", { name: "End Interview" })).toBeVisible();
    const startedAt = Date.now();

    // The other participant's video plays on both sides.
    for (const page of [room, candidate]) await expectVideos(page);

    // Manual question tracking.
    await room.getByRole("button", { name: "Mark Asked" }).first().click();
    await expect(room.getByRole("button", { name: "Mark Answered" }).first()).toBeVisible();

    // The conversation. Meanwhile, transcript lines appear on both sides.
    const playFor = LEAD_SECONDS + (part.end - part.start) + 4;
    for (const page of [room, candidate]) {
      await expect(page.locator('[data-final="true"]').first()).toBeVisible({ timeout: 90_000 });
    }

    // Question Sense suggests that the first prepared question was asked; the recruiter accepts.
    const first = prepared[0]?.question ?? "";
    await room
      .getByRole("button", { name: `Accept the suggestion for: ${first}` })
      .click({ timeout: 120_000 });
    await expect.poll(() => statusOf(token, interviewId, first)).not.toBe("pending");

    // AI Sense fills its pane while the conversation goes on.
    await room.getByRole("tab", { name: "AI Sense" }).click();
    await expect(room.getByRole("heading", { name: "Summary so far" })).toBeVisible({
      timeout: 120_000,
    });
    await expect(room.getByRole("heading", { name: "Talk time" })).toBeVisible();

    await room.waitForTimeout(Math.max(0, playFor * 1000 - (Date.now() - startedAt)));
    await room.getByRole("button", { name: "End Interview" }).click();
    await room.getByRole("alertdialog").getByRole("button", { name: "End Interview" }).click();
    await expect(candidate.getByText("Interview Completed").first()).toBeVisible({
      timeout: 30_000,
    });
    await expect(candidate).toHaveURL(/\/thank-you$/, { timeout: 10_000 });

    // The report.
    await hq.goto(`${server.url}/interview-hq/${interviewId}`);
    await hq.getByRole("tab", { name: "Report" }).click();
    await hq.getByRole("button", { name: "Show without scoring" }).click({ timeout: 300_000 });
    await expect(hq.getByText("Executive Summary")).toBeVisible({ timeout: 300_000 });

    const transcript = await api<{ data: { segments: Segment[] } }>(
      token,
      `/api/interview/${interviewId}/transcript?includeSegments=true`,
    );
    const segments = transcript.data.segments;
    for (const [role, speaker] of [
      ["recruiter", "interviewer"],
      ["candidate", "candidate"],
    ] as const) {
      const reference = words(
        turns
          .filter((turn) => turn.role === role)
          .map((turn) => turn.text)
          .join(" "),
      );
      const transcribed = words(
        segments
          .filter((segment) => segment.speaker === speaker)
          .map((one) => one.text)
          .join(" "),
      );
      const rate = wordErrorRate(reference, transcribed);
      test.info().annotations.push({
        type: `word error rate, ${role}`,
        description: `${rate.toFixed(3)} over ${String(reference.length)} words`,
      });
      expect(rate).toBeLessThanOrEqual(0.25);
    }

    const { interview } = await api<{
      interview: { status: string; duration: number; billedCredits: number };
    }>(token, `/api/interviews/${interviewId}`);
    const after = await api<{ data: { creditsRemaining: number } }>(token, "/api/billing/summary");
    const expectedCredits = interview.duration <= 300 ? 0 : Math.ceil(interview.duration / 3600);
    expect(interview.status).toBe("completed");
    expect(interview.billedCredits).toBe(expectedCredits);
    expect(before.data.creditsRemaining - after.data.creditsRemaining).toBe(expectedCredits);

    const { analysis } = await api<{
      analysis: { summary: string; strengths: Finding[]; concerns: Finding[] };
    }>(token, `/api/aisense/analysis/${interviewId}`);
    const textById = new Map(segments.map((segment) => [segment._id, segment.text]));
    const findings = [...analysis.strengths, ...analysis.concerns];
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) {
      expect(finding.evidence.length, finding.title).toBeGreaterThan(0);
      for (const { segmentId, quote } of finding.evidence) {
        expect(textById.get(segmentId), "a quote is verbatim in its segment").toContain(quote);
      }
    }
    const gold = JSON.parse(readFileSync(join(DATA, "gold.json"), "utf8")) as Gold;
    const planted = gold.strengths.flatMap(({ turnIndex }) => allTurns[turnIndex]?.text ?? []);
    const quotes = analysis.strengths.map((one) => one.evidence.map((e) => e.quote).join(" "));
    expect(
      quotes.some((quote) => planted.some((answer) => isTakenFrom(quote, answer))),
      `a strength quotes an answer with a planted strength: ${quotes.join(" | ")}`,
    ).toBe(true);
  } finally {
    await Promise.all([recruiterBrowser.close(), candidateBrowser.close()]);
  }
}

/** Whether two thirds of the longer words of a quote, recognized live, are in the answer as it was spoken. */
function isTakenFrom(quote: string, answer: string): boolean {
  const spoken = new Set(words(answer));
  const quoted = words(quote).filter((word) => word.length > 3);
  return (
    quoted.length >= 2 && quoted.filter((word) => spoken.has(word)).length >= quoted.length / 1.5
  );
}

test("runs an interview from sign-in to report, with a part of a conversation", async () => {
  await runInterview({ part: SHORT_PART, generated: 3 });
});

test("runs an interview from sign-in to report, with a whole conversation @full", async () => {
  await runInterview({ part: null, generated: 8 });
});
