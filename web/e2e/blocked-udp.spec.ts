/** Two participants whose networks block UDP: a TURN server over TCP, or a message that names the problem. */

import { chromium, expect, test, type Browser, type Page } from "@playwright/test";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { apiAs } from "./support/people";
import { openAsCandidate, openAsRecruiter } from "./support/rooms";
import { expectVideos } from "./support/screens";
import { ADMIN, Server } from "./support/server";
import { TurnRelay } from "./support/turn-relay";

const SECRET = "shared with the TURN server";
const NO_UDP = [
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
];

let server: Server;
let browsers: Browser[] = [];

test.beforeAll(async () => {
  server = await Server.start({ models: false });
});

test.afterEach(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  browsers = [];
});

test.afterAll(() => server.stop());

async function openPage(): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, ...NO_UDP, ...fakeMediaFlags()],
  });
  browsers.push(browser);
  const context = await browser.newContext({ permissions: ["camera", "microphone"] });
  return context.newPage();
}

/** Both sides in a new room. */
async function meet(): Promise<{ candidate: Page; room: Page }> {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  const candidate = await openPage();
  await openAsCandidate(candidate, server, interview.candidateToken);
  await candidate.getByRole("button", { name: "Join the interview" }).click();
  const room = await openPage();
  await openAsRecruiter(room, server, interview.recruiterToken);
  await room.getByRole("button", { name: "Join the interview" }).click();
  return { candidate, room };
}

test("says what is wrong where nothing relays the video", async () => {
  const { candidate, room } = await meet();
  await expect(room.getByText(/^No video or sound: the two browsers cannot reach/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(candidate.getByText(/^No video or sound: your browser cannot reach/)).toBeVisible({
    timeout: 60_000,
  });
  // The interview itself works.
  await room.getByRole("button", { name: "Start Interview" }).click();
  await expect(candidate.getByRole("timer", { name: /interview running/ })).toBeVisible();
});

test("plays the video through a TURN server over TCP", async () => {
  const relay = await TurnRelay.start(SECRET);
  const ada = await apiAs(server.url, ADMIN);
  await ada.saveSettings({ ice_servers: [{ urls: relay.url }], turn_secret: SECRET });
  const { candidate, room } = await meet();
  for (const page of [candidate, room]) {
    await expectVideos(page);
    await expect(page.getByText(/^No video or sound/)).toHaveCount(0);
  }
  relay.stop();
});

/** The frames of the other person's video that the page has shown so far. */
function countRemoteFrames(page: Page): Promise<number> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll("video"))
      // One's own video is muted.
      .filter((video) => !video.muted)
      .reduce((sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames, 0),
  );
}

/** Milliseconds until both pages show new frames. A new connection counts them from 0. */
async function waitForFrames(pages: Page[]): Promise<number> {
  const began = Date.now();
  const last = await Promise.all(pages.map(countRemoteFrames));
  const fresh = pages.map(() => 0);
  await expect
    .poll(
      async () => {
        const now = await Promise.all(pages.map(countRemoteFrames));
        now.forEach((count, index) => {
          const before = last[index] ?? 0;
          fresh[index] = (fresh[index] ?? 0) + (count >= before ? count - before : count);
          last[index] = count;
        });
        return fresh.every((count) => count >= 3);
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBe(true);
  return Date.now() - began;
}

test("brings sound and video back after the network was cut for 5 s @full", async () => {
  test.setTimeout(600_000);
  const relay = await TurnRelay.start(SECRET);
  const ada = await apiAs(server.url, ADMIN);
  await ada.saveSettings({ ice_servers: [{ urls: relay.url }], turn_secret: SECRET });
  const { candidate, room } = await meet();
  const pages = [candidate, room];
  for (const page of pages) await expectVideos(page);
  const times: number[] = [];
  for (let cut = 0; cut < 20; cut += 1) {
    relay.toggleNetwork();
    await candidate.context().setOffline(true);
    await candidate.waitForTimeout(5_000);
    await candidate.context().setOffline(false);
    relay.toggleNetwork();
    times.push(await waitForFrames(pages));
    await candidate.waitForTimeout(3_000);
  }
  times.sort((one, other) => one - other);
  process.stdout.write(`Milliseconds until both see each other again: ${times.join(", ")}\n`);
  relay.stop();
});
