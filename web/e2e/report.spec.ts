/** The report page without models: evidence, search, files, a shared link, print. */

import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";

import { apiAs, RECRUITER } from "./support/people";
import { expectAccessible, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";
import { storeReport } from "./support/stored-report";

const CANDIDATE = "Łukasz Żółć 王小明";

let server: Server;
let interviewId: string;

test.beforeAll(async () => {
  server = await Server.start({ models: false });
  const admin = await apiAs(server.url, ADMIN);
  await admin.createRecruiter(RECRUITER);
  const recruiter = await apiAs(server.url, RECRUITER);
  interviewId = (await recruiter.createInterview(CANDIDATE)).interview;
  storeReport(server, interviewId);
  await recruiter.lookAtReport(interviewId);
});

test.afterAll(async () => {
  await server.stop();
});

async function openReport(page: Page): Promise<void> {
  await signIn(page, server.url, RECRUITER);
  await page.goto(`${server.url}/interview-hq/${interviewId}`);
  await expect(page.getByText("The candidate moved a warehouse to new scanners.")).toBeVisible();
}

test("a quote opens the transcript at its line, beside the report", async ({ page }) => {
  await openReport(page);
  const strengths = page.locator("section").filter({
    has: page.getByRole("heading", { name: "Strengths", exact: true }),
  });
  await strengths.getByRole("button", { name: "Quote", exact: true }).first().click();
  await strengths.getByRole("button", { name: "Show 0:07 in the transcript" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Evidence in the transcript" });
  await expect(drawer.locator("mark")).toHaveText("I mapped the aisles first");
  await expect(drawer.locator("[aria-current]")).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("each skill of the fit says how it was found, and in which words", async ({ page }) => {
  for (const [width, colorScheme] of [
    [1440, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await openReport(page);
    await expect(page.getByText("72%", { exact: true })).toBeVisible();
    const spoken = page.getByText("Shown in the interview, not found in the profile").locator("..");
    await expect(spoken.getByRole("listitem")).toContainText("Aisle mapping");
    const lacking = page
      .getByText("Not fully covered by the profile", { exact: true })
      .locator("..");
    await expect(lacking.getByRole("listitem")).toHaveText([
      "Crane drivingsimilar: Truck driving",
      "Stock recountsmentioned, not shown: “Honestly, I left the recount out on the last two aisles.”",
    ]);
    await page.getByRole("button", { name: "What 4 matches are based on" }).click();
    await expect(page.getByText("“Managed a crew of fourteen pickers and packers”")).toBeVisible();
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});

test("charts load after the report and repeat their values in tables", async ({ page }) => {
  await openReport(page);
  const chart = page.locator("figure").filter({ hasText: "Talk time over time" });
  await expect(chart.locator("svg .recharts-bar-rectangle").first()).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Talk time per question, in seconds" }).getByRole("row"),
  ).toHaveCount(3);
});

test("every file can be downloaded under its name", async ({ page }) => {
  await openReport(page);
  const starts = {
    "Report (PDF)": ["report", "pdf", "%PDF-"],
    "Report (Word)": ["report", "docx", "PK"],
    "Transcript (text)": ["transcript", "txt", "\uFEFFInterview transcript: Łukasz"],
    "Transcript (WebVTT captions)": ["transcript", "vtt", "WEBVTT"],
    "Transcript (Word)": ["transcript", "docx", "PK"],
    "Everything (JSON)": ["interview", "json", "{"],
  } as const;
  for (const [item, [subject, extension, start]] of Object.entries(starts)) {
    await page.getByRole("button", { name: "Download" }).click();
    const download = page.waitForEvent("download", { timeout: 30_000 });
    await page.getByRole("menuitem", { name: item }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^${subject}-Łukasz-Żółć-王小明-\\d{4}-\\d\\d-\\d\\d\\.${extension}$`, "u"),
    );
    expect(readFileSync(await file.path(), "utf8").startsWith(start)).toBe(true);
    // While a menu closes, a click on its button does not open it again.
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
});

test("a link shows the report without sign-in until it is withdrawn", async ({ browser, page }) => {
  await openReport(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("textbox", { name: /^For/ }).fill("Hiring manager");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("textbox", { name: "Link to the report" }).inputValue();
  await expectAccessible(page);

  const visitor = await browser.newContext();
  const shared = await visitor.newPage();
  const calls: string[] = [];
  shared.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await shared.goto(link);
  await expect(shared.getByText("The candidate moved a warehouse to new scanners.")).toBeVisible();
  await expect(shared.locator('meta[name="robots"]')).toHaveAttribute(
    "content",
    "noindex,nofollow",
  );
  await expect(shared.getByRole("button", { name: /Refresh|Share|Download/ })).toHaveCount(0);
  await expectAccessible(shared);
  const api = [...new Set(calls.filter((path) => path.startsWith("/api/")))];
  expect(api.every((path) => /^\/api\/(site|shared-reports\/)/.test(path))).toBe(true);

  await page.getByRole("button", { name: "Withdraw the link “Hiring manager”" }).click();
  await expect(page.getByText("Withdrawn")).toBeVisible();
  await shared.reload();
  await expect(shared.getByRole("heading", { name: "This link was withdrawn" })).toBeVisible();
  await visitor.close();
});

test("paper shows the report alone, in dark ink, with its quotes open", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openReport(page);
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await expect(page.getByText("“I mapped the aisles first”")).toBeVisible();
  for (const name of ["Refresh", "Download", "Share", "Print", "Copy transcript"]) {
    await expect(page.getByRole("button", { name })).toBeHidden();
  }
  await expect(page.getByRole("banner").first()).toBeHidden();
  const lightness = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--ink"),
  );
  expect(Number(/^lab\(([\d.]+)%/u.exec(lightness)?.[1])).toBeLessThan(30);
});
