/** Two rooms in two server processes: one process is killed, and the other room continues. */

import { chromium, expect, test, type Browser, type Page } from "@playwright/test";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { Cluster } from "./support/cluster";
import { apiAs } from "./support/people";
import { openAsCandidate, openAsRecruiter } from "./support/rooms";
import { expectVideos } from "./support/screens";
import { ADMIN } from "./support/server";

/** A PostgreSQL server, as in `make test-scale`. */
const POSTGRESQL = process.env.TEST_POSTGRESQL_URL;

test.skip(POSTGRESQL === undefined, "`make test-scale` starts PostgreSQL");

interface Room {
  interview: string;
  recruiter: Page;
  candidate: Page;
  /** How many sockets its pages have opened, and how many of them were closed. */
  sockets: { opened: number; closed: number };
}

let browser: Browser;
let cluster: Cluster;

test.afterEach(async () => {
  await browser.close();
  await cluster.stop();
});

/** A running interview with both sides at `url`. */
async function openRoom(url: string): Promise<Room> {
  const ada = await apiAs(url, ADMIN);
  const { interview, recruiterToken, candidateToken } = await ada.createInterview("Cara Diaz");
  const sockets = { opened: 0, closed: 0 };
  const openPage = async () => {
    const context = await browser.newContext({ permissions: ["camera", "microphone"] });
    const page = await context.newPage();
    page.on("websocket", (socket) => {
      sockets.opened += 1;
      socket.on("close", () => (sockets.closed += 1));
    });
    return page;
  };
  const candidate = await openPage();
  await openAsCandidate(candidate, { url }, candidateToken);
  await candidate.getByRole("button", { name: "Join the interview" }).click();
  const recruiter = await openPage();
  await openAsRecruiter(recruiter, { url }, recruiterToken);
  await recruiter.getByRole("button", { name: "Join the interview" }).click();
  await recruiter.getByRole("button", { name: "Start Interview" }).click();
  for (const page of [recruiter, candidate]) await expectVideos(page);
  await recruiter.getByRole("button", { name: "Transcript", exact: true }).click();
  return { interview, recruiter, candidate, sockets };
}

async function typeLine({ recruiter }: Room, text: string): Promise<void> {
  await recruiter.getByLabel("What was said").fill(text);
  await recruiter.getByRole("button", { name: "Add", exact: true }).click();
  await expect(recruiter.getByLabel("Live transcript").getByText(text)).toBeVisible({
    timeout: 60_000,
  });
}

/** Seconds of the other person's video that a page has played. */
function playedSeconds(page: Page): Promise<number> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll("video"))
      // One's own video is muted.
      .filter((video) => !video.muted)
      .reduce((sum, video) => sum + video.currentTime, 0),
  );
}

async function expectMoreVideo(page: Page): Promise<void> {
  const before = await playedSeconds(page);
  await expect.poll(() => playedSeconds(page), { timeout: 60_000 }).toBeGreaterThan(before + 2);
}

test("a killed process takes no other room with it, on PostgreSQL and Redis", async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, ...fakeMediaFlags()],
  });
  cluster = await Cluster.start(POSTGRESQL ?? "");
  const killed = await openRoom(await cluster.addressOf("a"));
  const other = await openRoom(await cluster.addressOf("b"));
  await typeLine(killed, "Before, in the room of a.");
  await typeLine(other, "Before, in the room of b.");
  const before = { ...other.sockets };

  await cluster.servers.a.kill();

  for (const page of [other.recruiter, other.candidate]) await expectMoreVideo(page);
  await typeLine(other, "After, in the room of b.");
  for (const page of [other.recruiter, other.candidate]) {
    await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  }
  expect(other.sockets).toEqual(before);

  // The room of the killed process goes on in the other one, with the same lines.
  for (const page of [killed.recruiter, killed.candidate]) {
    await expect(page.getByText("Connected", { exact: true })).toBeVisible({ timeout: 90_000 });
    await expectMoreVideo(page);
  }
  await typeLine(killed, "After, in the room of a.");
  await expect(killed.recruiter.getByText("Before, in the room of a.")).toBeVisible();
  expect(other.sockets).toEqual(before);
});
