/** Second step of the landing page's video: recording and screenshots. */

import {
  chromium,
  expect,
  test,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from "@playwright/test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "../playwright.config";
import { expectVideos } from "../support/screens";
import { CANDIDATE, conversation } from "./cast";
import { deviceFiles } from "./portraits";
import { Reel, toWebp } from "./reel";
import { completedInterview, Recruiter, upcomingInterview } from "./seed";

const MEDIA = resolve(import.meta.dirname, "../../src/features/landing/media");
const FILM_SIZE = { width: 1280, height: 800 };
const WIDE = { width: 1152, height: 800 };
const NARROW = { width: 420, height: 560 };
/** A detail of the wide screen; at DETAIL_SCALE it has 1440 by 1000 pixels. */
const DETAIL = { width: 792, height: 550 };
const DETAIL_SCALE = 1440 / 792;
/** After this long the room's clock is past the first lines. */
const ROOM_SECONDS = 62;
const FORMER = { name: "Sanne Dahlberg", email: "sanne.dahlberg@example.org" };
const NOTE = "Concrete about numbers. Ask how the rota was agreed.";

interface Stage {
  base: string;
  recruiter: Recruiter;
  folder: string;
  theme: "light" | "dark";
}

async function open(
  browser: Browser,
  { base, recruiter, theme }: Stage,
  path: string,
  options: { viewport: { width: number; height: number }; deviceScaleFactor?: number },
): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    locale: "en-US",
    timezoneId: "Europe/Stockholm",
    reducedMotion: "reduce",
    permissions: ["camera", "microphone"],
  });
  await prepare(context, recruiter, theme);
  const page = await context.newPage();
  await page.goto(`${base}${path}`);
  return page;
}

async function prepare(
  context: BrowserContext,
  recruiter: Recruiter,
  theme: string,
): Promise<void> {
  await context.addInitScript(
    ({ token, admin, look }) => {
      const consent = {
        essential: true,
        analytics: false,
        marketing: false,
        timestamp: "2026-01-01T00:00:00Z",
      };
      localStorage.setItem("token", token);
      localStorage.setItem("authToken", token);
      localStorage.setItem("admin", JSON.stringify(admin));
      localStorage.setItem("theme", look);
      localStorage.setItem("cookieConsent", JSON.stringify(consent));
    },
    { token: recruiter.token, admin: recruiter.admin, look: theme },
  );
}

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function picture(page: Page, stage: Stage, name: string, clip?: Clip): Promise<void> {
  const png = join(stage.folder, `${name}.png`);
  await page.screenshot({ path: png, caret: "hide", ...(clip ? { clip } : {}) });
  toWebp(png, join(MEDIA, `${name}.webp`));
}

/** Capture the main part of the page as on a desktop, and the whole page as on a phone. */
async function pictures(
  browser: Browser,
  stage: Stage,
  name: string,
  path: string,
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  const wide = await open(browser, stage, path, {
    viewport: WIDE,
    deviceScaleFactor: DETAIL_SCALE,
  });
  await ready(wide);
  const panel = await wide.getByRole("tabpanel").boundingBox();
  if (!panel) throw new Error("The page has no tab panel.");
  const x = panel.x + (panel.width - DETAIL.width) / 2;
  await picture(wide, stage, `${name}-${stage.theme}-wide`, { x, y: 96, ...DETAIL });
  await wide.context().close();
  const narrow = await open(browser, stage, path, { viewport: NARROW, deviceScaleFactor: 2 });
  await ready(narrow);
  await picture(narrow, stage, `${name}-${stage.theme}-narrow`);
  await narrow.context().close();
}

/** Scroll `target` to `top` pixels below the upper edge, with nothing focused or hovered. */
async function rest(page: Page, target: Locator, top: number): Promise<void> {
  await page.mouse.move(0, 0);
  await target.evaluate((element, y) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollBy({ top: element.getBoundingClientRect().top - y, behavior: "instant" });
  }, top);
}

async function showTab(page: Page, name: string, sign: Locator): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await expect(sign).toBeVisible();
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.mouse.move(0, 0);
}

const showQuestions = (page: Page) =>
  showTab(page, "Questions", page.getByText("From the CV:").first());
const showReport = (page: Page) => showTab(page, "Report", page.getByText("Executive summary"));
const firstQuote = (page: Page) =>
  page.getByRole("button", { name: /^(Quote|\d quotes)$/ }).first();

async function showQuestionList(page: Page): Promise<void> {
  await showQuestions(page);
  await rest(page, page.getByRole("heading", { name: /^Interview Questions/ }), 112);
}

async function showEvidence(page: Page): Promise<void> {
  await showReport(page);
  await firstQuote(page).click();
  await rest(page, page.getByRole("heading", { name: "Strengths" }), 112);
}

for (const theme of ["light", "dark"] as const) {
  test(`film and pictures, ${theme}`, async ({ browser, baseURL }) => {
    const base = baseURL ?? "";
    const recruiter = await Recruiter.open(base, {
      username: process.env.GREENROOM_ADMIN_USERNAME ?? "ada",
      password: process.env.GREENROOM_ADMIN_PASSWORD ?? "",
    });
    const folder = mkdtempSync(join(tmpdir(), "greenroom-film-"));
    mkdirSync(MEDIA, { recursive: true });
    const stage = { base, recruiter, folder, theme };
    const reel = new Reel(join(folder, "reel"));
    const completed = await completedInterview(recruiter);
    const upcoming = (await recruiter.interviews()).find(
      (one) => one.candidateName === CANDIDATE.name && one.status === "scheduled",
    );
    if (!upcoming) throw new Error("Run 1-seed.film.ts first.");
    const hq = `/interview-hq/${upcoming._id}`;

    // From the list to the interview.
    // One row per person: give the completed interview another name for a moment.
    const rename = ({ name, email }: typeof CANDIDATE) =>
      recruiter.call("PATCH", `/api/interviews/${completed._id}`, {
        candidateName: name,
        candidateEmail: email,
      });
    await rename(FORMER);
    const page = await open(browser, stage, "/interviews", { viewport: FILM_SIZE });
    const row = page.getByRole("row").filter({ hasText: CANDIDATE.name });
    await expect(row).toBeVisible();
    await rename(CANDIDATE);
    await reel.scene(page);
    await reel.hold(page, 1.4);
    await reel.pointAt(page, row.getByText(CANDIDATE.name).first());
    await reel.hold(page, 0.6);
    await page.goto(`${base}${hq}`);
    await showQuestions(page);
    await reel.scene(page);
    await reel.hold(page, 2.2);
    await reel.scroll(page, 320, 40);
    await reel.hold(page, 2.4);
    await pictures(browser, stage, "prepare", hq, showQuestionList);

    // The room.
    await filmRoom(stage, reel, await upcomingInterview(recruiter, completed), browser);

    // The report.
    await page.goto(`${base}/interview-hq/${completed._id}`);
    await showReport(page);
    await reel.scene(page);
    await reel.hold(page, 2);
    const strengths = await page.getByRole("heading", { name: "Strengths" }).boundingBox();
    await reel.scroll(page, (strengths?.y ?? 0) - 120, 60);
    await reel.hold(page, 0.8);
    await reel.pointAt(page, firstQuote(page));
    await firstQuote(page).click();
    await reel.hold(page, 3.2);
    await pictures(browser, stage, "report", `/interview-hq/${completed._id}`, showEvidence);
    await page.context().close();

    reel.write(MEDIA, `film-${theme}`);
    expect(reel.seconds).toBeGreaterThan(15);
    expect(reel.seconds).toBeLessThan(26);
    rmSync(folder, { recursive: true });
  });
}

async function filmRoom(
  stage: Stage,
  reel: Reel,
  interview: Awaited<ReturnType<typeof upcomingInterview>>,
  plain: Browser,
): Promise<void> {
  const { recruiter, folder, theme } = stage;
  const questions = (
    await recruiter.call<{ questions: { question: string; category: string }[] }>(
      "GET",
      `/api/questions/interview/${(await completedInterview(recruiter))._id}`,
    )
  ).questions;
  await recruiter.call("POST", `/api/questions/interview/${interview._id}`, {});
  for (const { question, category } of questions) {
    const path = `/api/questions-crud/interview/${interview._id}/questions`;
    await recruiter.call("POST", path, { question, category });
  }
  const browsers: Browser[] = [];
  const launch = async (who: "candidate" | "recruiter") => {
    const files = await deviceFiles(plain, folder, who);
    const browser = await chromium.launch({
      executablePath: CHROMIUM_PATH,
      args: [...CHROMIUM_FLAGS, ...fakeMediaFlags(files)],
    });
    browsers.push(browser);
    return browser;
  };
  try {
    const other = await open(
      await launch("candidate"),
      stage,
      `/room/candidate/${interview.candidateToken}`,
      { viewport: FILM_SIZE },
    );
    await other.getByRole("button", { name: "I Agree and Continue" }).click();
    await other.getByRole("button", { name: "Join the interview" }).click();
    const room = `/room/recruiter/${interview.recruiterToken}`;
    const recruiterBrowser = await launch("recruiter");
    const page = await open(recruiterBrowser, stage, room, { viewport: FILM_SIZE });
    await page.getByRole("button", { name: "Join the interview" }).click();
    const start = page.getByRole("button", { name: "Start Interview" });
    await expect(start).toBeEnabled({ timeout: 60_000 });
    await start.click();
    await expect(page.getByRole("button", { name: "End Interview" })).toBeVisible();
    const startedAt = Date.now();
    await page.getByRole("button", { name: "Mark Asked" }).first().click();
    await page.getByRole("textbox", { name: "Notes", exact: true }).fill(NOTE);

    const lines = conversation().slice(0, 4);
    await recruiter.say(interview, lines.slice(0, 2));
    await page.waitForTimeout(Math.max(0, ROOM_SECONDS * 1000 - (Date.now() - startedAt)));
    for (const [index, line] of [null, ...lines.slice(2)].entries()) {
      if (line) await recruiter.say(interview, [line]);
      await page.reload();
      await expect(page.getByText("Connected", { exact: true })).toBeVisible({ timeout: 60_000 });
      await expect(page.locator('[data-final="true"]').nth(index + 1)).toBeVisible();
      await expectVideos(page);
      if (index === 0) await reel.scene(page);
      await reel.hold(page, index === 0 ? 1.8 : 2);
    }
    await page.context().close();
    const still = await open(recruiterBrowser, stage, room, {
      viewport: WIDE,
      deviceScaleFactor: 1.25,
    });
    await still.getByRole("button", { name: "Join the interview" }).click();
    await expect(still.locator('[data-final="true"]').first()).toBeAttached();
    await expectVideos(still);
    await picture(still, stage, `run-${theme}-wide`);
    // The room needs a wide screen; the narrow picture is its left side.
    await picture(still, stage, `run-${theme}-narrow`, { x: 0, y: 52, width: 461, height: 615 });
    await still.context().close();
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    await recruiter.call("PATCH", `/api/interviews/recruiter/${interview._id}/complete`);
    await recruiter.call("DELETE", `/api/interview/${interview._id}`);
  }
}
