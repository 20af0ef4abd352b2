/** A new server from its printed code to the first interview: every page of the setup, with real models and mail. */

import { chromium, expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { MailServer } from "./support/mail-server";
import { ADMIN, Server } from "./support/server";
import { prepareVoice } from "./support/voices";
import { wordErrorRate, words } from "./support/words";

const VOICE = resolve(
  import.meta.dirname,
  "../../../shared/data/open/spoken/backend-engineer-payments/recruiter.wav",
);
const SPOKEN = { start: 1.9, end: 4.7, text: "Hi Marcus, good morning. Can you hear me okay?" };
/** Loading and running a model on a machine with other work. */
const MODEL_MS = 300_000;
/** Fields and buttons that a person gets through in three minutes, at 8 and 3 seconds each. */
const MOST = { fields: 10, clicks: 30 };

test.skip(
  !existsSync(VOICE),
  "the spoken interviews (../shared/data) are not beside this checkout",
);

let server: Server;
let mail: MailServer;
let browser: Browser;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-setup-"));
  const voice = join(folder, "voice.wav");
  prepareVoice({ from: VOICE, to: voice, leadSeconds: 0.7, part: SPOKEN });
  mail = await MailServer.start();
  server = await Server.start({
    admin: false,
    environment: { GREENROOM_INTERNAL_HOSTS: "127.0.0.1" },
  });
  browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, ...fakeMediaFlags({ audioWav: voice })],
  });
});

test.afterAll(async () => {
  await browser.close();
  await server.stop();
  await mail.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A person at the page, whose work is counted. */
class Person {
  fields = 0;
  clicks = 0;

  constructor(readonly page: Page) {}

  async fill(label: string, text: string): Promise<void> {
    this.fields += 1;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async press(name: string): Promise<void> {
    await this.click(this.page.getByRole("button", { name, exact: true }));
  }

  async expectPage(title: string): Promise<void> {
    await expect(this.page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
}

test("a new server is set up on every page within three minutes of a person's time", async () => {
  const context = await browser.newContext({ permissions: ["microphone"] });
  const page = await context.newPage();
  const person = new Person(page);

  await page.goto(server.url);
  await page.goto(`${server.url}/setup`);
  await person.press("Accept All");
  await person.fill("Setup code", server.setupCode);
  await person.fill("Username", ADMIN.username);
  await person.fill("Password", ADMIN.password);
  await person.press("Create administrator");

  await person.expectPage("Which address do people use to reach this server?");
  await person.press("Use this address");
  await person.press("Save and continue");

  await person.expectPage("AI models");
  await person.press("Let the model write a sentence");
  const written = page.getByRole("status").filter({ hasText: / wrote in [\d.]+ s:/ });
  await expect(written).toBeVisible({ timeout: MODEL_MS });
  const sentence = (await written.innerText()).replace(/^.* s:/, "");
  expect(words(sentence).length).toBeGreaterThan(2);
  await person.press("Say a sentence");
  const transcribed = page.getByRole("status").filter({ hasText: / heard:/ });
  await expect(transcribed).toBeVisible({ timeout: MODEL_MS });
  const heard = (await transcribed.innerText()).replace(/^.* heard:/, "");
  expect(wordErrorRate(words(SPOKEN.text), words(heard)), heard).toBeLessThanOrEqual(0.34);
  await person.press("Measure this machine");
  await expect(page.getByText(/can run \d+ interviews? at once/)).toBeVisible({
    timeout: MODEL_MS,
  });
  await person.press("Continue");

  await person.expectPage("Email");
  await person.fill("Mail server", "127.0.0.1");
  await person.fill("Mail server port", String(mail.port));
  await person.click(page.getByRole("combobox", { name: "Encryption" }));
  await person.click(page.getByRole("option", { name: "None" }));
  await person.fill("Sender address", "greenroom@agency.example");
  await person.press("Save and continue");
  await person.expectPage("Sign-in");
  await person.click(page.getByRole("link", { name: "Back" }));
  await person.fill("Test the email settings", "ada@agency.example");
  await person.press("Send test email");
  await expect.poll(() => mail.emails().map(({ to }) => to)).toEqual(["ada@agency.example"]);
  await person.press("Continue");

  await person.expectPage("Sign-in");
  await person.press("Skip");
  await person.expectPage("Billing");
  await person.press("Skip");

  await person.expectPage("Privacy and law");
  await person.click(page.getByRole("radio", { name: "European Union, EEA, Switzerland" }));
  await person.press("Save and continue");

  await person.expectPage("A demo interview to look at");
  await person.press("Create demo interview");
  const opened = context.waitForEvent("page");
  await person.click(page.getByRole("link", { name: "Open demo interview" }));
  const demo = await opened;
  await expect(demo).toHaveURL(/\/interview-hq\//);
  await expect(demo.getByText("Demo", { exact: true }).first()).toBeVisible();
  await demo.close();
  await person.press("Continue");

  await person.expectPage("Your server is ready");
  const outcomes = page.getByRole("listitem").filter({ hasText: /(Done|Skipped|To do)$/ });
  const shown = await outcomes.allInnerTexts();
  expect(shown.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
    "Address Done",
    "AI models Done",
    "Email Done",
    "Sign-in Skipped",
    "Billing Skipped",
    "Privacy and law Done",
    "Demo interview Done",
  ]);
  await person.click(page.getByRole("button", { name: "Finish setup" }).last());
  await expect(page).toHaveURL(`${server.url}/interviews`);
  expect(person.fields).toBeLessThanOrEqual(MOST.fields);
  expect(person.clicks).toBeLessThanOrEqual(MOST.clicks);
});
