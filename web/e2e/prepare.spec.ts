/** Preparing an interview with real models: documents, generated questions, invitations. */

import { expect, test, type Locator, type Page } from "@playwright/test";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { MailServer } from "./support/mail-server";
import { apiAs, RECRUITER } from "./support/people";
import { expectAccessible, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";

const DATA = resolve(
  import.meta.dirname,
  "../../../shared/data/open/spoken/backend-engineer-payments",
);
const CANDIDATE = { name: "Marcus Delaney", email: "marcus.delaney@example.com" };
const OWN_ADDRESS = `${RECRUITER.username}@agency.example`;
const BOTH = [OWN_ADDRESS, CANDIDATE.email];
/** The number of questions that Smart Add requests. */
const REQUESTED = 6;

test.skip(!existsSync(DATA), "the spoken interviews (../shared/data) are not beside this checkout");
// Colors are checked in their final state, not during an animation.
const CALM = { reducedMotion: "reduce" } as const;
test.use({ timezoneId: "America/Toronto", contextOptions: CALM });

let mail: MailServer;
let server: Server;

test.beforeAll(async () => {
  mail = await MailServer.start();
  server = await Server.start({ environment: mail.environment });
  await (await apiAs(server.url, ADMIN)).createRecruiter(RECRUITER);
});

test.afterAll(async () => {
  await server.stop();
  await mail.stop();
});

function findQuestions(page: Page): Locator {
  return page.getByRole("tabpanel").locator("ol > li:not([data-coming])");
}

/** The texts of the questions, in the order of the list. */
async function readQuestions(page: Page): Promise<string[]> {
  const rows = await findQuestions(page).all();
  return Promise.all(rows.map((row) => row.getByRole("paragraph").first().innerText()));
}

/** Add the CV as pasted text and the job description as a file. */
async function addDocuments(page: Page): Promise<void> {
  await page.getByRole("button", { name: "+ Add text manually" }).click();
  const form = page.locator("form").filter({ has: page.getByLabel("Content") });
  await form.getByLabel("Content").fill(readFileSync(join(DATA, "cv.txt"), "utf8"));
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("heading", { name: CANDIDATE.name })).toBeVisible({
    timeout: 120_000,
  });
  await page.locator('input[type="file"]').setInputFiles(join(DATA, "job.docx"));
  await expect(page.getByText("2/3 completed")).toBeVisible({ timeout: 120_000 });
}

/** Let the model write questions, and check that some are shown before all are written. */
async function watchSmartAdd(page: Page): Promise<void> {
  const response = page.waitForResponse(
    (reply) => reply.url().endsWith("/api/questions/generate"),
    {
      timeout: 240_000,
    },
  );
  await page.getByRole("button", { name: "Smart Add" }).click();
  let isDone = false;
  void response.then(() => (isDone = true));
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        seen.add(await findQuestions(page).count());
        return isDone;
      },
      { timeout: 240_000, intervals: [100] },
    )
    .toBe(true);
  const written = (await (await response).json()) as { questions: unknown[]; missing: number };
  // A question that failed its checks twice is reported as missing and not replaced by another.
  expect(written.questions.length + written.missing).toBe(REQUESTED);
  expect(written.questions.length).toBeGreaterThanOrEqual(REQUESTED - 2);
  await expect(findQuestions(page)).toHaveCount(written.questions.length);
  // How many steps are seen depends on the machine, and on how many questions code words at once.
  const partial = [...seen].filter((count) => count > 0 && count < written.questions.length);
  expect(partial, `seen: ${[...seen].join(", ")}`).not.toEqual([]);
}

test("prepares an interview from the empty list and invites both sides", async ({
  page,
  browser,
}) => {
  page.setDefaultTimeout(30_000);
  await signIn(page, server.url, RECRUITER);
  await expect(page.getByText("Welcome to your interview dashboard!")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Essential Only" }).click();
  await page.getByRole("button", { name: "Create New" }).first().click();
  await expect(page).toHaveURL(/\/interview-hq\//);
  await expect(page.getByText("0/3 completed")).toBeVisible();
  await addDocuments(page);

  // Questions appear while the model writes the next.
  await page.getByRole("tab", { name: "Questions" }).click();
  await expect(page.getByText("Add interview questions here")).toBeVisible();
  await page.getByRole("button", { name: "Custom Add" }).click();
  await expect(page.getByRole("dialog", { name: "Generate Interview Questions" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await watchSmartAdd(page);
  await expectAccessible(page);

  // Each shows why it is asked, by mouse and by keyboard.
  const reasons = page.getByRole("button", { name: /^Why question \d+ is asked:/ });
  const total = await findQuestions(page).count();
  await expect(reasons).toHaveCount(total);
  for (const reason of await reasons.all()) {
    const line = /“(.+)”/u.exec(await reason.innerText())?.[1] ?? "";
    expect(line).not.toBe("");
    await reason.hover();
    await expect(page.getByRole("tooltip")).toContainText(line);
    // Move in steps, as a hand does: a single jump could pass over the tooltip.
    await page.mouse.move(0, 0, { steps: 5 });
    await expect(page.getByRole("tooltip")).toBeHidden();
  }
  await page.getByRole("button", { name: "Edit question 1" }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(reasons.first()).toBeFocused();
  await expect(page.getByRole("tooltip").filter({ hasText: /^“/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("(only visible to you)")).toBeVisible();
  await page.keyboard.press("Enter");

  // A reworded question becomes the recruiter's own.
  const own = "Which of your services would you rebuild first, and why?";
  await page.getByRole("button", { name: "Edit question 1" }).click();
  await page.getByRole("textbox", { name: "Question" }).fill(own);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  const first = findQuestions(page).first();
  await expect(first).toContainText(own);
  await expect(first).toContainText("Manually Added");
  await expect(page.getByRole("button", { name: "Edit question 1" })).toBeFocused();

  // Move it by keyboard to a later place; it is still there after a reload.
  const before = await readQuestions(page);
  const place = page.getByText(/^Now at position \d+\.$/);
  await page.getByRole("button", { name: "Move question 1" }).focus();
  await page.keyboard.press("Space");
  await expect(place).toHaveText("Now at position 1.");
  await expect(async () => {
    // The first press may only scroll the page.
    await page.keyboard.press("ArrowDown");
    await expect(place).not.toHaveText("Now at position 1.", { timeout: 1000 });
  }).toPass();
  const at = Number(/\d+/.exec(await place.innerText())?.[0]);
  const moved = page.waitForResponse((reply) => reply.url().endsWith("/order"));
  await page.keyboard.press("Space");
  expect((await moved).status()).toBe(200);
  await page.reload();
  await page.getByRole("tab", { name: "Questions" }).click();
  await expect(findQuestions(page)).toHaveCount(total);
  expect(await readQuestions(page)).toEqual([
    ...before.slice(1, at),
    before[0],
    ...before.slice(at),
  ]);

  // Tomorrow at nine, with invitations.
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule interview" });
  await dialog.getByRole("button", { name: "45 min" }).click();
  await dialog.getByRole("checkbox", { name: "Send calendar invites with join links" }).click();
  await dialog.getByRole("button", { name: "Set" }).click();
  await expect(page.getByText("Invites sent")).toBeVisible();
  await expect(page.getByText(/^\d+ of 45 minutes/)).toBeVisible();
  const invited = (await mail.waitUntilSent("REQUEST", 0, BOTH))[CANDIDATE.email];
  expect(invited?.localStart).toMatch(/T09:00:00$/);
  expect(invited?.timezones).toEqual(["America/Toronto"]);

  // The link in the candidate's email opens the candidate's room.
  const link = /https?:\/\/\S+\/room\/candidate\/\S+/u.exec(invited?.body ?? "")?.[0] ?? "";
  expect(invited?.description).toContain(link);
  const candidate = await (await browser.newContext(CALM)).newPage();
  await candidate.goto(link);
  await expect(candidate.getByText("Before We Begin")).toBeVisible();
  await expectAccessible(candidate);
  await candidate.context().close();

  // Half an hour later: the same event, sent once more.
  await page.getByRole("button", { name: "Change" }).click();
  await dialog.getByRole("button", { name: "9:30 AM" }).click();
  await dialog.getByRole("button", { name: "Set" }).click();
  await expect(dialog).toBeHidden();
  const later = (await mail.waitUntilSent("REQUEST", 1, BOTH))[CANDIDATE.email];
  expect(later?.uid).toBe(invited?.uid);
  expect(later?.localStart).toBe(invited?.localStart?.replace("T09:00", "T09:30"));

  // All three steps are done; a dismissed banner does not come back.
  const ready = page.getByText("Interview preparation complete! Ready to start.");
  await expect(ready).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(ready).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: CANDIDATE.name })).toBeVisible();
  await page.getByRole("tab", { name: "Questions" }).click();
  await expect(findQuestions(page)).toHaveCount(total);
  await expect(ready).toBeHidden();

  // It is in the calendar view of the list.
  await page.getByRole("link", { name: "Interviews" }).first().click();
  await expect(page.getByText("Scheduled").first()).toBeVisible();
  await page.getByRole("radio", { name: "Calendar" }).click();
  const day = later?.localStart?.slice(0, 10) ?? "";
  const cell = page.getByRole("cell").filter({ has: page.locator(`time[datetime="${day}"]`) });
  // The list is a table too: wait for what only the calendar has.
  await page.getByRole("button", { name: "Next month" }).waitFor();
  if ((await cell.count()) === 0) await page.getByRole("button", { name: "Next month" }).click();
  await expect(
    cell.getByRole("link", { name: /9:30 AM.*Marcus Delaney.*Scheduled/ }),
  ).toBeVisible();
  await expectAccessible(page);
});
