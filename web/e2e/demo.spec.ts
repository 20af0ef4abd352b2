/** Demo controls of an administrator in the recruiter room, without models. */

import { expect, test } from "@playwright/test";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { apiAs, RECRUITER } from "./support/people";
import { expectAccessible, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";

test.use({
  permissions: ["camera", "microphone"],
  launchOptions: {
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, ...fakeMediaFlags()],
  },
});

let server: Server;

test.beforeAll(async () => {
  server = await Server.start({ models: false });
});

test.afterAll(async () => {
  await server.stop();
});

test("an administrator generates a demo transcript and clears it again", async ({ page }) => {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  await signIn(page, server.url, ADMIN);
  await page.goto(`${server.url}/room/recruiter/${interview.recruiterToken}`);
  await page.getByRole("button", { name: "Join the interview" }).click();

  await page.getByRole("button", { name: "Demo", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Demo transcript" });
  const segments = dialog.getByRole("slider", { name: /segments/i });
  await segments.focus();
  await segments.press("ArrowRight");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(page.getByText("12 demo lines were generated.", { exact: true })).toBeVisible();
  await expect(page.locator('[data-final="true"]').first()).toBeVisible();

  await page.getByRole("tab", { name: "AI Sense" }).click();
  await page.getByText("Interview Debug Controls").click();
  await expect(page.getByRole("switch", { name: "Question Sense" })).toBeVisible();

  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByText("12 demo lines were removed.", { exact: true })).toBeVisible();
  await expect(page.locator('[data-final="true"]')).toHaveCount(0);
});

test("a recruiter sees no demo controls", async ({ page }) => {
  const ada = await apiAs(server.url, ADMIN);
  await ada.createRecruiter(RECRUITER);
  const alice = await apiAs(server.url, RECRUITER);
  const interview = await alice.createInterview("Cara Diaz");
  await signIn(page, server.url, RECRUITER);
  await page.goto(`${server.url}/room/recruiter/${interview.recruiterToken}`);
  await page.getByRole("button", { name: "Join the interview" }).click();
  await expect(page.getByRole("tab", { name: "AI Sense" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Demo", exact: true })).toHaveCount(0);
});
