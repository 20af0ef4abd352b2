/** A new server from its printed code to the first interview: every page of the setup, with real models and mail. */

import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { isServing, LAN_NAME, launchInLan, trustAuthority } from "./support/https";
import { MailServer } from "./support/mail-server";
import { Provider } from "./support/provider";
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
const START_MS = 120_000;
/** Seconds of a person at a keyboard, in the keystroke-level model of Card, Moran and Newell. */
const SECONDS = { decide: 1.35, point: 1.1, click: 0.2, key: 0.28 };

test.skip(
  !existsSync(VOICE),
  "the spoken interviews (../shared/data) are not beside this checkout",
);

let server: Server;
let mail: MailServer;
let provider: Provider;
let browsers: Browser[] = [];
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-setup-"));
  mail = await MailServer.start();
  provider = await Provider.start([]);
  server = await Server.start({
    admin: false,
    // The setup would let the server listen on every address, and test no address of this machine.
    environment: { GREENROOM_HOST: "127.0.0.1", GREENROOM_INTERNAL_HOSTS: "127.0.0.1" },
  });
});

test.afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  browsers = [];
  await server.stop();
  await provider.stop();
  await mail.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of a new browser that trusts the authorities of the folder `home`. */
async function openPage(home: string, media: { audioWav?: string } = {}): Promise<Page> {
  const browser = await launchInLan(join(folder, home), media);
  browsers.push(browser);
  const context = await browser.newContext({
    permissions: ["microphone"],
    viewport: { width: 1440, height: 900 },
  });
  return context.newPage();
}

/** A person at the page, and the time that this person needs. */
class Person {
  seconds = 0;

  constructor(public page: Page) {}

  async fill(label: string, text: string): Promise<void> {
    this.seconds += SECONDS.decide + SECONDS.key * (text.length + 1);
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async click(target: Locator): Promise<void> {
    this.seconds += SECONDS.decide + SECONDS.point + SECONDS.click;
    await target.click();
  }

  async press(name: string): Promise<void> {
    await this.click(this.page.getByRole("button", { name, exact: true }));
  }

  async choose(label: string, option: string): Promise<void> {
    await this.click(this.page.getByRole("combobox", { name: label }));
    await this.click(this.page.getByRole("option", { name: option }));
  }

  async expectPage(title: string): Promise<void> {
    await expect(this.page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }

  async signIn(): Promise<void> {
    await this.fill("Username", ADMIN.username);
    await this.fill("Password", ADMIN.password);
    await this.press("Sign in with Username");
  }
}

/** Makes a certificate with the local authority; returns the page of a browser that trusts it, at the new address. */
async function setUpHttps(person: Person): Promise<Page> {
  const { page } = person;
  const { port } = new URL(server.url);
  await person.click(page.getByText("With this server’s own certificate authority"));
  await person.fill("Names and addresses", LAN_NAME);
  await person.press("Create certificate");
  const download = page.waitForEvent("download");
  await person.click(page.getByRole("link", { name: "Download the authority’s certificate" }));
  const authority = join(folder, "greenroom-ca.crt");
  await (await download).saveAs(authority);
  await person.press("Restart the server");
  const next = await page.getByRole("link", { name: /^Open https:/ }).getAttribute("href");
  await expect.poll(() => isServing(port, authority), { timeout: START_MS }).toBe(true);

  trustAuthority(join(folder, "home"), authority);
  const voice = join(folder, "voice.wav");
  prepareVoice({ from: VOICE, to: voice, leadSeconds: 0.7, part: SPOKEN });
  const secure = await openPage("home", { audioWav: voice });
  await secure.goto(next ?? "");
  return secure;
}

async function testModels(person: Person): Promise<void> {
  const { page } = person;
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
}

test("a new server is set up on every page within three minutes of a person's time", async () => {
  const plain = await openPage("other");
  const person = new Person(plain);
  const secure = `https://${LAN_NAME}:${new URL(server.url).port}`;

  await plain.goto(`${server.url}/setup`);
  await person.press("Accept All");
  await person.fill("Setup code", server.setupCode);
  await person.fill("Username", ADMIN.username);
  await person.fill("Password", ADMIN.password);
  await person.press("Create administrator");

  await person.expectPage("Which address do people use to reach this server?");
  const page = await setUpHttps(person);
  person.page = page;
  await person.press("Accept All");
  await person.signIn();
  await person.expectPage("Which address do people use to reach this server?");
  await expect(page.getByText(`Camera and microphone will work at ${secure}.`)).toBeVisible();
  await person.press("Continue");
  // Only the browsers of this test know the name, so the server does not find itself there.
  await expect(page.getByText(`Nothing answers at ${secure}.`)).toBeVisible();
  await person.press("Continue anyway");

  await person.expectPage("AI models");
  await testModels(person);
  await person.press("Continue");

  await person.expectPage("Email");
  await person.fill("Mail server", "127.0.0.1");
  await person.fill("Mail server port", String(mail.port));
  await person.choose("Encryption", "None");
  await person.fill("Sender address", "greenroom@agency.example");
  await person.press("Save and continue");
  await person.expectPage("Sign-in");
  await person.click(page.getByRole("link", { name: "Back" }));
  await person.fill("Test the email settings", "ada@agency.example");
  await person.press("Send test email");
  await expect.poll(() => mail.emails().map(({ to }) => to)).toEqual(["ada@agency.example"]);
  await person.press("Continue");

  await person.expectPage("Sign-in");
  await person.fill("Identity provider", provider.issuer);
  await person.fill("Client ID", "greenroom");
  await person.fill("Client secret", "any");
  await person.fill("Button label", "Keycloak");
  await person.press("Save and continue");

  await person.expectPage("Billing");
  await person.choose("Billing mode", "Off");
  await person.press("Save and continue");

  await person.expectPage("Privacy and law");
  await person.click(page.getByRole("radio", { name: "European Union, EEA, Switzerland" }));
  await person.press("Save and continue");

  await person.expectPage("A demo interview to look at");
  await person.press("Create demo interview");
  const opened = page.context().waitForEvent("page");
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
    "Sign-in Done",
    "Billing Done",
    "Privacy and law Done",
    "Demo interview Done",
  ]);
  await person.click(page.getByRole("button", { name: "Finish setup" }).last());
  await expect(page).toHaveURL(`${secure}/interviews`);

  await person.click(page.getByRole("button", { name: /Account menu/ }));
  await person.click(page.getByRole("menuitem", { name: "Logout" }));
  await page.goto(`${secure}/login`);
  await expect(page.getByText("Continue with Keycloak")).toBeVisible();
  await person.signIn();
  await expect(page).toHaveURL(`${secure}/interviews`);
  expect(person.seconds).toBeLessThanOrEqual(180);
});
