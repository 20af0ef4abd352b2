/** Scheduling an interview: dialog, calendar invitations by email, changes and cancellation. */

import { expect, test } from "@playwright/test";

import { MailServer, readCalendars } from "./support/mail-server";
import { apiAs, RECRUITER } from "./support/people";
import { expectAccessible, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";

const CANDIDATE = { candidateName: "Cara Diaz", candidateEmail: "cara@mail.example" };
const OWN_ADDRESS = `${RECRUITER.username}@agency.example`;
const BOTH = [OWN_ADDRESS, CANDIDATE.candidateEmail];

// The recruiter is in New York and schedules in Berlin time.
test.use({
  timezoneId: "America/New_York",
  permissions: ["clipboard-read", "clipboard-write"],
});

let mail: MailServer;
let server: Server;

test.beforeAll(async () => {
  mail = await MailServer.start();
  server = await Server.start({ models: false, environment: mail.environment });
  await (await apiAs(server.url, ADMIN)).createRecruiter(RECRUITER);
});

test.afterAll(async () => {
  await server.stop();
  await mail.stop();
});

/** The fifteenth of the month after next: in the future, and not a day on which clocks change. */
function futureDay(): string {
  const now = new Date();
  const later = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 15));
  return later.toISOString().slice(0, 10);
}

test("schedules an interview from the empty list and invites both sides", async ({ page }) => {
  const day = futureDay();
  await signIn(page, server.url, RECRUITER);
  await expect(page.getByText("Welcome to your interview dashboard!")).toBeVisible();
  await page.getByRole("button", { name: "Create New" }).first().click();
  await expect(page).toHaveURL(/\/interview-hq\//);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const alice = await apiAs(server.url, RECRUITER);

  // Invitations need an email address.
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule interview" });
  const choice = dialog.getByRole("checkbox", { name: "Send calendar invites with join links" });
  await expect(choice).toBeDisabled();
  await expect(dialog.getByText("Invites require a valid candidate email.")).toBeVisible();
  await expect(dialog.getByRole("gridcell")).toHaveCount(42);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await alice.patch(`/api/interviews/${id}`, CANDIDATE);
  await page.reload();
  await expect(page.getByRole("heading", { name: CANDIDATE.candidateName })).toBeVisible();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();

  // Choose the day by keyboard and the rest by mouse.
  await dialog.getByRole("gridcell", { selected: true }).getByRole("button").focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  const dayButton = dialog.locator(`[data-day="${day}"]`);
  for (let step = 0; step < 40; step += 1) {
    const at = await page.evaluate(() => document.activeElement?.getAttribute("data-day") ?? "");
    if (at === day) break;
    await page.keyboard.press(at < day ? "ArrowRight" : "ArrowLeft");
  }
  await expect(dayButton).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Timezone", { exact: true }).click();
  await page.getByPlaceholder("Search by city or offset").fill("berlin");
  await page
    .getByRole("option", { name: /^Berlin/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "1:30 PM" }).click();
  await dialog.getByRole("button", { name: "45 min" }).click();
  await choice.click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Invites sent")).toBeVisible();
  await expect(page.getByText("Sent", { exact: true })).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByText("Times in Berlin (UTC+", { exact: false })).toBeVisible();
  await expect(page.getByText("For you: 7:30 AM (New York)")).toBeVisible();
  await expectAccessible(page);

  // The invitations as a calendar reads them.
  const first = await mail.waitUntilSent("REQUEST", 0, BOTH);
  const candidates = first[CANDIDATE.candidateEmail];
  const recruiters = first[OWN_ADDRESS];
  const { interview } = await alice.get<{
    interview: { scheduledDate: string; candidateToken: string; recruiterToken: string };
  }>(`/api/interviews/${id}`);
  for (const invitation of [candidates, recruiters]) {
    expect(invitation?.localStart).toBe(`${day}T13:30:00`);
    expect(invitation?.timezones).toEqual(["Europe/Berlin"]);
    expect(new Date(invitation?.start ?? "")).toEqual(new Date(interview.scheduledDate));
    expect(Date.parse(invitation?.end ?? "") - Date.parse(invitation?.start ?? "")).toBe(
      45 * 60_000,
    );
    expect(invitation?.contentMethod?.toUpperCase()).toBe("REQUEST");
  }
  expect(recruiters?.uid).toBe(candidates?.uid);
  // Each gets their own link, not the other one's.
  expect(candidates?.description).toContain(`/room/candidate/${interview.candidateToken}`);
  expect(candidates?.body).toContain(`/room/candidate/${interview.candidateToken}`);
  expect(candidates?.body).not.toContain(interview.recruiterToken);
  expect(recruiters?.description).toContain(`/room/recruiter/${interview.recruiterToken}`);

  // A new time: one email each, for the same event.
  await page.getByRole("button", { name: "Change" }).click();
  await dialog.getByRole("button", { name: "3:00 PM" }).click();
  await dialog.getByRole("button", { name: "60 min" }).click();
  await dialog.getByRole("button", { name: "Set" }).click();
  await expect(dialog).toBeHidden();
  const second = await mail.waitUntilSent("REQUEST", 1, BOTH);
  for (const address of [CANDIDATE.candidateEmail, OWN_ADDRESS]) {
    expect(second[address]?.uid).toBe(candidates?.uid);
    expect(second[address]?.localStart).toBe(`${day}T15:00:00`);
  }

  // The same event as a file.
  await page.getByRole("button", { name: "Calendar file" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "For the candidate" }).click(),
  ]);
  const [file] = readCalendars([await download.path()]);
  expect(file).toMatchObject({ uid: candidates?.uid, localStart: `${day}T15:00:00` });

  // It is in the list, and clashes with another interview.
  await page.getByRole("link", { name: "Interviews" }).first().click();
  await expect(page.getByText("Scheduled").first()).toBeVisible();
  const other = await alice.createInterview("Omar Haddad");
  await alice.patch(`/api/interviews/${other.interview}`, {
    scheduledDate: new Date(Date.parse(second[OWN_ADDRESS]?.start ?? "") + 1_800_000).toISOString(),
    scheduledTimezone: "Europe/Berlin",
    status: "scheduled",
  });
  await page.goto(`${server.url}/interview-hq/${id}`);
  await page.getByRole("button", { name: "Change" }).click();
  await expect(dialog.getByText("You have another interview at that time:")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Omar Haddad" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // Cancelling it notifies both.
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Cancelled" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel interview" }).click();
  await expect(page.getByText("Cancellation sent")).toHaveCount(2, { timeout: 60_000 });
  const off = await mail.waitUntilSent("CANCEL", 2, BOTH);
  expect(off[CANDIDATE.candidateEmail]).toMatchObject({
    uid: candidates?.uid,
    status: "CANCELLED",
  });
  // Each recipient gets one email per change.
  expect(mail.emails().filter(({ uid }) => uid !== undefined)).toHaveLength(6);
});

test("offers the calendar file where no mail server is set up", async ({ page }) => {
  const bare = await Server.start({ models: false });
  try {
    await (await apiAs(bare.url, ADMIN)).createRecruiter(RECRUITER);
    const alice = await apiAs(bare.url, RECRUITER);
    const { interview } = await alice.createInterview(CANDIDATE.candidateName);
    await alice.patch(`/api/interviews/${interview}`, {
      ...CANDIDATE,
      scheduledDate: `${futureDay()}T09:00:00Z`,
      status: "scheduled",
    });
    await signIn(page, bare.url, RECRUITER);
    await page.goto(`${bare.url}/interview-hq/${interview}`);
    await page.getByRole("button", { name: "Send invites" }).click();
    await expect(page.getByText(/No mail server is set up, so nothing was sent/)).toBeVisible();
    await page.getByRole("button", { name: "Calendar file" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "For me" }).click(),
    ]);
    const [file] = readCalendars([await download.path()]);
    expect(file?.start).toBe(`${futureDay()}T09:00:00+00:00`);
    expect(file?.description).toContain("/room/recruiter/");
  } finally {
    await bare.stop();
  }
});
