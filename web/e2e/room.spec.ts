/** A room from both sides: device check, consent, video, a lost network, a reload, the end. */

import { chromium, expect, test, type Browser, type Page } from "@playwright/test";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { apiAs } from "./support/people";
import { expectAccessible, expectReadableColors, expectVideos, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";

const PHONE = { width: 390, height: 844 };

let server: Server;
let browsers: Browser[] = [];

test.beforeAll(async () => {
  server = await Server.start({ models: false });
});

test.afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  browsers = [];
  await server.stop();
});

async function openPage(viewport: { width: number; height: number }): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, ...fakeMediaFlags()],
  });
  browsers.push(browser);
  const context = await browser.newContext({ viewport, permissions: ["camera", "microphone"] });
  return context.newPage();
}

async function readTimer(page: Page): Promise<number> {
  const text = (await page.getByRole("timer").textContent()) ?? "";
  return text.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

test("two people check their devices, talk, lose the network and come back", async () => {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");

  const candidate = await openPage(PHONE);
  await candidate.goto(`${server.url}/room/candidate/${interview.candidateToken}`);
  await candidate.getByRole("button", { name: "I Agree and Continue" }).click();
  await expect(candidate.getByRole("heading", { name: "Check your devices" })).toBeVisible();
  await expect(candidate.getByText("The connection is good.")).toBeVisible();
  // The fake microphone beeps once a second, so the meter is read more often than that.
  await expect
    .poll(async () => Number(await candidate.getByRole("meter").getAttribute("aria-valuenow")), {
      intervals: [70],
    })
    .toBeGreaterThan(5);
  await expectAccessible(candidate);
  await expectReadableColors(candidate);
  await candidate.getByRole("button", { name: "Join the interview" }).click();

  const room = await openPage({ width: 1440, height: 900 });
  await signIn(room, server.url, ADMIN);
  await room.goto(`${server.url}/room/recruiter/${interview.recruiterToken}`);
  await expect(room.getByText("The connection is good.")).toBeVisible();
  await expectAccessible(room);
  await room.getByRole("button", { name: "Join the interview" }).click();
  await room.getByRole("button", { name: "Start Interview" }).click();
  await expect(room.getByRole("button", { name: "End Interview" })).toBeVisible();
  for (const page of [room, candidate]) await expectVideos(page);

  // The network is unavailable for some seconds; the clock continues.
  const before = await readTimer(candidate);
  await candidate.context().setOffline(true);
  await candidate.waitForTimeout(5_000);
  await candidate.context().setOffline(false);
  await expect(candidate.getByText("Connected", { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await readTimer(candidate)).toBeGreaterThanOrEqual(before + 4);

  // A reload goes straight back into the room.
  await candidate.reload();
  await expect(candidate.getByText("Connected", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(candidate.getByRole("heading", { name: "Check your devices" })).toBeHidden();
  await expectVideos(candidate);
  expect(await readTimer(candidate)).toBeGreaterThanOrEqual(before + 4);

  // Who consented, and to what.
  const { data } = await ada.get<{ data: { candidateName: string; language: string }[] }>(
    `/api/interviews/${interview.interview}/consents`,
  );
  expect(data).toMatchObject([{ candidateName: "Cara Diaz", language: "en" }]);

  await room.getByRole("button", { name: "End Interview" }).click();
  await room.getByRole("alertdialog").getByRole("button", { name: "End Interview" }).click();
  await expect(candidate.getByText("Interview Completed").first()).toBeVisible({ timeout: 30_000 });
  await expect(candidate).toHaveURL(/\/thank-you$/);
});
