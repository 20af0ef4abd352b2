/** A room from both sides: device check, consent, video, a lost network, a reload, the end. */

import { expect, test } from "@playwright/test";

import { apiAs } from "./support/people";
import {
  Browsers,
  DESKTOP,
  join,
  openAsCandidate,
  openAsRecruiter,
  PHONE,
  readTimer,
} from "./support/rooms";
import { expectAccessible, expectReadableColors, expectVideos } from "./support/screens";
import { ADMIN, Server } from "./support/server";

const browsers = new Browsers();
let server: Server;

test.beforeAll(async () => {
  server = await Server.start({ models: false });
});

test.afterEach(() => browsers.close());

test.afterAll(() => server.stop());

test("two people check their devices, talk, lose the network and come back", async () => {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");

  const candidate = await browsers.openPage(PHONE);
  await openAsCandidate(candidate, server, interview.candidateToken);
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

  const room = await browsers.openPage(DESKTOP);
  await openAsRecruiter(room, server, interview.recruiterToken);
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

test("on a phone, the actions of a question take at most two rows", async () => {
  const ada = await apiAs(server.url, ADMIN);
  const { interview, recruiterToken } = await ada.createInterview("Cara Diaz");
  await ada.post(`/api/questions/interview/${interview}`, {});
  const question = "Wie planen Sie den Dienst eines Teams von 14 Personen?";
  await ada.post(`/api/questions-crud/interview/${interview}/questions`, { question });

  const room = await browsers.openPage(PHONE);
  await openAsRecruiter(room, server, recruiterToken);
  await room.evaluate(() => {
    localStorage.setItem("language", "de");
  });
  await room.reload();
  await room.getByRole("button", { name: "Am Interview teilnehmen" }).click();
  const card = room.getByRole("listitem").filter({ hasText: question });
  for (const [action, count] of [
    ["Als gestellt markieren", 3],
    ["Als beantwortet markieren", 4],
  ] as const) {
    const actions = card.getByRole("button").filter({ hasText: /\w/u });
    await expect(card.getByRole("button", { name: action })).toBeVisible();
    await expect(actions).toHaveCount(count);
    const boxes = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBeLessThanOrEqual(2);
    for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44);
    await card.getByRole("button", { name: action }).click();
  }
});

test("devices are chosen before and during the interview, and remembered", async () => {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  const candidate = await browsers.openPage(PHONE);
  await openAsCandidate(candidate, server, interview.candidateToken);
  const microphone = candidate.getByRole("combobox", { name: "Microphone" });
  await microphone.click();
  await candidate.getByRole("option", { name: "Fake Audio Input 2" }).click();
  await expect(microphone).toHaveText("Fake Audio Input 2");
  await join(candidate);

  const devices = candidate.getByRole("dialog", { name: "Devices" });
  await candidate.getByRole("button", { name: "Devices" }).click();
  await expect(devices.getByRole("combobox", { name: "Microphone" })).toHaveText(
    "Fake Audio Input 2",
  );
  await expectAccessible(candidate);
  await candidate.keyboard.press("Escape");
  await candidate.getByRole("button", { name: "Mute microphone" }).click();
  await candidate.getByRole("button", { name: "Devices" }).click();
  await devices.getByRole("combobox", { name: "Microphone" }).click();
  await candidate.getByRole("option", { name: "Fake Audio Input 1" }).click();
  await expect(devices.getByRole("combobox", { name: "Microphone" })).toHaveText(
    "Fake Audio Input 1",
  );
  await candidate.keyboard.press("Escape");
  await expect(candidate.getByRole("button", { name: "Unmute microphone" })).toBeVisible();

  await candidate.reload();
  await candidate.getByRole("button", { name: "Devices" }).click();
  await expect(devices.getByRole("combobox", { name: "Microphone" })).toHaveText(
    "Fake Audio Input 1",
  );
});

test("a second tab takes the seat, the first says so, and takes it back", async () => {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  const candidate = await browsers.openPage(PHONE);
  await openAsCandidate(candidate, server, interview.candidateToken);
  await join(candidate);
  const room = await browsers.openPage(DESKTOP);
  await openAsRecruiter(room, server, interview.recruiterToken);
  await join(room);

  for (const [first, heading] of [
    [candidate, "Your interview is open in another tab"],
    [room, "This room is open in another tab"],
  ] as const) {
    const second = await first.context().newPage();
    await second.goto(first.url());
    await join(second);
    await expect(first.getByRole("heading", { name: heading })).toBeVisible();
    await expectAccessible(first);
    await first.getByRole("button", { name: "Use it here" }).click();
    await expect(first.getByText("Connected", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(second.getByRole("heading", { name: heading })).toBeVisible();
    await second.close();
  }
  for (const page of [room, candidate]) await expectVideos(page);
});

test("a laptop that was closed is back with the same clock, and the gap is marked", async () => {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  const { page: candidate, laptop } = await browsers.openLaptop(PHONE);
  await openAsCandidate(candidate, server, interview.candidateToken);
  await join(candidate);
  const room = await browsers.openPage(DESKTOP);
  await openAsRecruiter(room, server, interview.recruiterToken);
  await join(room);
  await room.getByRole("button", { name: "Start Interview" }).click();
  await expect.poll(() => readTimer(candidate)).toBeGreaterThanOrEqual(5);

  laptop.closeLid();
  const closedAt = await readTimer(room);
  await expect.poll(() => readTimer(room), { timeout: 120_000 }).toBeGreaterThan(closedAt + 40);
  laptop.openLid();

  await expect(candidate.getByText("Connected", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => Math.abs((await readTimer(candidate)) - (await readTimer(room))))
    .toBeLessThanOrEqual(2);
  // The beeps of the fake microphone go on, and with them the gap becomes known.
  await room.getByRole("button", { name: "Transcript" }).click();
  const gap = /^Cara Diaz: (3|4)\d seconds of sound are missing here$/;
  await expect(room.getByText(gap)).toBeVisible({ timeout: 60_000 });
  await expect(candidate.getByText(/^Your computer is dropping sound/)).toBeVisible();
});

test("the recruiter's room works on a phone", async () => {
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  const candidate = await browsers.openPage(PHONE);
  await openAsCandidate(candidate, server, interview.candidateToken);
  await join(candidate);
  const room = await browsers.openPage(PHONE);
  await openAsRecruiter(room, server, interview.recruiterToken);
  await expect(room.getByText("The connection is good.")).toBeVisible();
  await expectAccessible(room);
  await join(room);
  await room.getByRole("button", { name: "Start Interview" }).click();
  await expectVideos(room);
  await expectAccessible(room);
  await expectReadableColors(room);
  const overflow = await room.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
