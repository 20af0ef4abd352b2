/** Two people review an interview without models: score blind, compare, strike, decide. */

import { expect, test, type Page } from "@playwright/test";

import { apiAs, RECRUITER } from "./support/people";
import { expectAccessible, expectReadableColors, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";
import { storeReport } from "./support/stored-report";

const REVIEWER = { ...RECRUITER, username: "bob", name: "Bob Lindgren" };
const CANDIDATE = "Petra Sommer";
const SUMMARY = "The candidate moved a warehouse to new scanners.";

let server: Server;
let interviewId: string;

test.beforeAll(async () => {
  server = await Server.start({ models: false });
  const admin = await apiAs(server.url, ADMIN);
  await admin.createRecruiter(RECRUITER);
  await admin.createRecruiter(REVIEWER);
  const recruiter = await apiAs(server.url, RECRUITER);
  interviewId = (await recruiter.createInterview(CANDIDATE)).interview;
  storeReport(server, interviewId);
});

test.afterAll(async () => {
  await server.stop();
});

/** Choose a score with the keyboard alone. */
async function score(page: Page, criterion: string, stepsBack: number): Promise<void> {
  const scale = page.getByRole("radiogroup", { name: criterion });
  await scale.getByRole("radio", { checked: true }).focus();
  // The group moves the focus after the key went down, and chooses only while it is still down.
  for (let step = 0; step < stepsBack; step += 1)
    await page.keyboard.press("ArrowLeft", { delay: 80 });
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
}

test("two people score an interview blind, compare, correct and decide", async ({
  browser,
  page,
}) => {
  // The owner names a reviewer and scores; before that, the server sends nothing of the report.
  await signIn(page, server.url, RECRUITER);
  await page.goto(`${server.url}/interview-hq/${interviewId}`);
  await expect(page.getByText("Not scored yet")).toBeVisible();
  await expect(page.getByText(SUMMARY)).toHaveCount(0);
  await expectAccessible(page);
  await picture(page, "1-concealed");
  await page.getByRole("button", { name: "Add my review" }).click();
  await expect(page.getByRole("heading", { name: "Your review" })).toBeVisible();
  await page.getByRole("button", { name: "Add reviewer" }).click();
  await page.getByLabel("Name or username").fill("bob");
  await page.getByRole("button", { name: "Add Bob Lindgren" }).click();
  await expect(page.getByText("Bob Lindgren can now review this interview.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  // The closing dialog gives the focus back to the button that opened it.
  await expect(page.getByRole("button", { name: "Add reviewer" })).toBeFocused();
  await score(page, "Technical", 3);
  await score(page, "Communication", 4);
  await page.getByRole("radio", { name: "Advance" }).click();
  await page.getByLabel(/^Notes/).fill("Concrete about the switch.");
  await page.getByRole("button", { name: "Save review" }).click();
  await expect(page.getByText(SUMMARY)).toBeVisible();
  await expect(page.getByText("Technical 8 · Communication 7")).toBeVisible();
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(page.getByRole("row", { name: /^Alice Andersson \(you\)/ })).toContainText("8");

  // The reviewer finds it in their list, on a phone in the dark, and sees no scores of others first.
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  const phone = await context.newPage();
  await signIn(phone, server.url, REVIEWER);
  await picture(phone, "2-shared");
  await phone.getByRole("link", { name: new RegExp(`^${CANDIDATE}`) }).click();
  await expect(phone.getByRole("heading", { name: CANDIDATE, level: 1 })).toBeVisible();
  await phone.getByRole("button", { name: "Add my review" }).click();
  await expect(phone.getByRole("heading", { name: "Your review" })).toBeVisible();
  await expect(phone.getByText("Concrete about the switch.")).toHaveCount(0);
  await expectAccessible(phone);
  await picture(phone, "3-phone-form");
  await score(phone, "Technical", 8);
  await phone.getByRole("button", { name: "Save review" }).click();
  await phone.getByRole("button", { name: "Show details" }).click();
  await expect(phone.getByText("Technical: scores are far apart (3 to 8)")).toBeVisible();
  await expect(phone.getByText("Concrete about the switch.")).toBeVisible();
  await expect(phone.getByRole("button", { name: /Decide|Add reviewer|Refresh/ })).toHaveCount(0);
  const overflow = await phone.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(phone);
  await expectReadableColors(phone);
  await picture(phone, "4-phone-scored");

  // The reviewer strikes a finding.
  await phone
    .getByRole("button", { name: "Change the finding “Switched one aisle a night”" })
    .click();
  await phone.getByRole("menuitem", { name: "Strike" }).click();
  await phone.getByLabel("Reason").fill("A colleague did this.");
  await phone.getByRole("button", { name: "Strike", exact: true }).click();
  await expect(
    phone.getByText(/^Struck by Bob Lindgren, .*: A colleague did this\.$/),
  ).toBeVisible();
  await context.close();

  // The owner sees it, and decides.
  await page.reload();
  await expect(page.locator("del", { hasText: "Switched one aisle a night" })).toBeVisible();
  await page.getByRole("button", { name: "Show details" }).click();
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Hold" }).click();
  await page.getByLabel("Reason").fill("Second interview about the recount.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save decision" }).click();
  // The form shows the text too until the decision is saved.
  await expect(
    page.getByRole("paragraph").filter({ hasText: "Second interview about the recount." }),
  ).toBeVisible();
  await expectAccessible(page);
  await picture(page, "5-report");
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByText("Struck a finding: Switched one aisle a night")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "6-history");
  await page.keyboard.press("Escape");

  // Paper shows neither controls nor the struck finding.
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("del", { hasText: "Switched one aisle a night" })).toBeHidden();
  await expect(
    page.getByRole("button", { name: /Edit my review|Change|Add reviewer/ }),
  ).toHaveCount(0);
});
