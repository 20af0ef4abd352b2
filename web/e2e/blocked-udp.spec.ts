/** Two participants whose networks block UDP: a TURN server over TCP, or a message that names the problem. */

import { chromium, expect, test, type Browser, type Page } from "@playwright/test";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { measureCuts } from "./support/media-back";
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

test("brings sound and video back after the network was cut for 5 s @full", async () => {
  test.setTimeout(600_000);
  const relay = await TurnRelay.start(SECRET);
  const ada = await apiAs(server.url, ADMIN);
  await ada.saveSettings({ ice_servers: [{ urls: relay.url }], turn_secret: SECRET });
  const { candidate, room } = await meet();
  for (const page of [candidate, room]) await expectVideos(page);
  await measureCuts([candidate, room], () => {
    relay.toggleNetwork();
  });
  relay.stop();
});
