/** A recorded interview: the consent says so, both rooms show it, and a line plays its part of the recording. */

import { expect, test, type Page } from "@playwright/test";

import { apiAs } from "./support/people";
import { Browsers, DESKTOP, openAsCandidate, openAsRecruiter, readTimer } from "./support/rooms";
import { expectAccessible } from "./support/screens";
import { ADMIN, Server } from "./support/server";

type Api = Awaited<ReturnType<typeof apiAs>>;

const browsers = new Browsers();
let server: Server;

test.beforeAll(async () => {
  server = await Server.start({ models: false });
});

test.afterEach(() => browsers.close());

test.afterAll(() => server.stop());

/** Keeps the elements that play a recording, which are not part of the page. */
async function watchPlayers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const players: HTMLAudioElement[] = [];
    Object.assign(window, { players });
    window.Audio = class extends Audio {
      constructor(url?: string) {
        super(url);
        players.push(this);
      }
    };
  });
}

/** Seconds at which the recording plays, and whether it plays. */
function readPlayer(page: Page): Promise<{ at: number; isPlaying: boolean }> {
  return page.evaluate(() => {
    const { players } = window as unknown as { players: HTMLAudioElement[] };
    const player = players.at(-1);
    return {
      at: player?.currentTime ?? 0,
      isPlaying: player !== undefined && !player.paused && player.readyState > 2,
    };
  });
}

interface Recording {
  tracks: { seconds: number }[];
}

/** Seconds that have been recorded. */
async function measureRecording(owner: Api, interview: string): Promise<number> {
  const { data } = await owner.get<{ data: Recording | null }>(
    `/api/interviews/${interview}/recording`,
  );
  return data?.tracks[0]?.seconds ?? 0;
}

test("a line of a recorded interview plays from its place", async () => {
  const ada = await apiAs(server.url, ADMIN);
  await ada.saveSettings({ recording_allowed: true });
  const { interview, candidateToken, recruiterToken } = await ada.createInterview("Cara Diaz");
  await ada.patch(`/api/interviews/${interview}`, { isRecorded: true });

  const candidate = await browsers.openPage(DESKTOP);
  await candidate.goto(`${server.url}/room/candidate/${candidateToken}`);
  await expect(candidate.getByText(/^Session audio and video is recorded/)).toBeVisible();
  await openAsCandidate(candidate, server, candidateToken);
  await candidate.getByRole("button", { name: "Join the interview" }).click();

  const room = await browsers.openPage(DESKTOP);
  await watchPlayers(room);
  await openAsRecruiter(room, server, recruiterToken);
  await room.getByRole("button", { name: "Join the interview" }).click();
  await room.getByRole("button", { name: "Start Interview" }).click();
  for (const page of [room, candidate]) {
    await expect(page.getByText("Audio is being recorded")).toBeVisible();
  }
  await expect.poll(() => readTimer(room), { timeout: 120_000 }).toBeGreaterThanOrEqual(4);
  await room.getByRole("button", { name: "Transcript" }).click();
  await room.getByLabel("What was said").fill("I answered the call within a minute.");
  await room.getByRole("button", { name: "Add", exact: true }).click();
  const saidAt = await readTimer(room);
  // A slow machine receives the sound later than it is spoken.
  await expect
    .poll(async () => measureRecording(ada, interview), { timeout: 120_000 })
    .toBeGreaterThan(saidAt + 5);
  await room.getByRole("button", { name: "End Interview" }).click();
  await room.getByRole("alertdialog").getByRole("button", { name: "End Interview" }).click();
  await expect(candidate).toHaveURL(/\/thank-you$/, { timeout: 60_000 });

  await room.goto(`${server.url}/interview-hq/${interview}`);
  const play = room.getByRole("button", { name: /^Play from 0:\d\d$/ });
  await expect(play).toBeVisible();
  await expectAccessible(room);
  await play.click();
  await expect.poll(async () => (await readPlayer(room)).isPlaying).toBe(true);
  const first = await readPlayer(room);
  expect(first.at).toBeGreaterThan(saidAt - 2);
  await expect.poll(async () => (await readPlayer(room)).at).toBeGreaterThan(first.at + 0.5);
  await room.getByRole("button", { name: "Pause" }).click();
  expect((await readPlayer(room)).isPlaying).toBe(false);
});
