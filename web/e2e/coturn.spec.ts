/** Two participants who reach each other through a real TURN server (coturn) only. */

import { chromium, expect, test, type Browser, type Page } from "@playwright/test";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { Coturn, HAS_COTURN, UdpNetwork } from "./support/coturn";
import { measureCuts } from "./support/media-back";
import { apiAs } from "./support/people";
import { join, openAsCandidate, openAsRecruiter } from "./support/rooms";
import { expectVideos } from "./support/screens";
import { ADMIN, Server } from "./support/server";

test.skip(!HAS_COTURN, "coturn is not installed");

const SECRET = "shared with coturn";
const RELAYED = "Your network does not allow direct video, so it goes through a relay server.";

let server: Server;
let relay: Coturn;
let browsers: Browser[] = [];

test.beforeAll(async () => {
  server = await Server.start({ models: false });
  relay = await Coturn.start(SECRET);
});

test.afterEach(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  browsers = [];
});

test.afterAll(async () => {
  await server.stop();
  await relay.stop();
});

/** A page of a network that lets nothing out but the packets to a relay. */
async function openPage(): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, ...fakeMediaFlags()],
  });
  browsers.push(browser);
  const context = await browser.newContext({ permissions: ["camera", "microphone"] });
  await context.addInitScript(() => {
    const opened: RTCPeerConnection[] = [];
    Object.assign(window, { opened });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: "relay" });
        opened.push(this);
      }
    };
  });
  return context.newPage();
}

async function configure({ url = relay.url("udp"), secret = SECRET } = {}): Promise<void> {
  const ada = await apiAs(server.url, ADMIN);
  await ada.saveSettings({ ice_servers: [{ urls: url }], turn_secret: secret });
}

/** Both sides at the device check of a new room. */
async function meet(): Promise<[candidate: Page, room: Page]> {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  const candidate = await openPage();
  await openAsCandidate(candidate, server, interview.candidateToken);
  const room = await openPage();
  await openAsRecruiter(room, server, interview.recruiterToken);
  return [candidate, room];
}

/** Bytes of sound and video that arrived over the relay, of the connection that is up. */
function readRelayed(page: Page): Promise<{ audio: number; video: number; types: string[] }> {
  return page.evaluate(async () => {
    const { opened } = window as unknown as { opened: RTCPeerConnection[] };
    const connection = opened.find((one) => one.connectionState === "connected");
    const found = { audio: 0, video: 0, types: [] as string[] };
    const stats = (await connection?.getStats()) as Map<string, Record<string, string>> | undefined;
    for (const entry of stats?.values() ?? []) {
      if (entry.type === "inbound-rtp" && (entry.kind === "audio" || entry.kind === "video"))
        found[entry.kind] += Number(entry.bytesReceived);
      if (entry.type === "transport")
        for (const side of ["localCandidateId", "remoteCandidateId"]) {
          const pair = stats?.get(entry.selectedCandidatePairId ?? "");
          found.types.push(stats?.get(pair?.[side] ?? "")?.candidateType ?? "none");
        }
    }
    return found;
  });
}

for (const transport of ["udp", "tcp"] as const) {
  test(`carries sound and video over ${transport}, and the device check says so`, async () => {
    await configure({ url: relay.url(transport) });
    const pages = await meet();
    for (const page of pages) {
      await expect(page.getByText(RELAYED)).toBeVisible();
      await expect(page.getByText(/^The relay server/)).toHaveCount(0);
      await join(page);
    }
    for (const page of pages) {
      await expectVideos(page);
      const before = await readRelayed(page);
      expect(before.types).toEqual(["relay", "relay"]);
      await expect
        .poll(async () => {
          const now = await readRelayed(page);
          return now.audio > before.audio && now.video > before.video;
        })
        .toBe(true);
    }
  });
}

test("the device check tells a wrong secret from a relay that is stopped", async () => {
  const stopped = await Coturn.start(SECRET);
  await stopped.stop();
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  const candidate = await openPage();
  await configure({ secret: "another secret" });
  await openAsCandidate(candidate, server, interview.candidateToken);
  const refuses = candidate.getByText("The relay server refuses the connection: 127.0.0.1.");
  await expect(refuses).toBeVisible();
  await expect(candidate.getByText(/^This browser or network blocks video/)).toBeVisible();
  for (const transport of ["udp", "tcp"] as const) {
    await configure({ url: stopped.url(transport) });
    await candidate.reload();
    await expect(candidate.getByText("The relay server does not answer: 127.0.0.1.")).toBeVisible();
    await expect(refuses).toHaveCount(0);
  }
});

test("brings sound and video back after the network was cut for 5 s @full", async () => {
  test.setTimeout(600_000);
  const network = await UdpNetwork.open(relay.port);
  await configure({ url: network.url });
  const pages = await meet();
  for (const page of pages) {
    await expect(page.getByText(RELAYED)).toBeVisible();
    await join(page);
  }
  for (const page of pages) await expectVideos(page);
  await measureCuts(pages, (isCut) => {
    network.isCut = isCut;
  });
  network.close();
});
