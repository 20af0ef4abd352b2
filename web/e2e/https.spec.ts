/** HTTPS with the server's own certificate authority, also out of a backup, and pages without HTTPS. */

import { expect, test, type Browser, type Page } from "@playwright/test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isServing, LAN_NAME, launchInLan, trustAuthority } from "./support/https";
import { apiAs } from "./support/people";
import { expectAccessible, expectReadableColors, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";

let server: Server;
let folder: string;
let browsers: Browser[] = [];

/** The setup would let a server listen on every address. */
const LOCAL = { GREENROOM_HOST: "127.0.0.1" };

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-https-"));
  server = await Server.start({ models: false, environment: LOCAL });
});

test.afterEach(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  browsers = [];
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openPage(home: string): Promise<Page> {
  const browser = await launchInLan(home);
  browsers.push(browser);
  return browser.newPage({ viewport: { width: 1440, height: 900 } });
}

test("the setup makes a certificate with which a room opens and hears the microphone", async () => {
  const home = join(folder, "home");
  const port = new URL(server.url).port;
  const plain = `http://${LAN_NAME}:${port}`;
  const secure = `https://${LAN_NAME}:${port}`;
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");

  const setup = await openPage(join(folder, "other"));
  await signIn(setup, plain, ADMIN);
  await setup.goto(`${plain}/admin/setup/address`);
  await setup.getByText("With this server’s own certificate authority").click();
  await setup.getByLabel("Names and addresses").fill(`${LAN_NAME}, 127.0.0.1`);
  await setup.getByRole("button", { name: "Create certificate" }).click();
  const download = setup.waitForEvent("download");
  await setup.getByRole("link", { name: "Download the authority’s certificate" }).click();
  const authority = join(folder, "greenroom-ca.crt");
  await (await download).saveAs(authority);
  await expectAccessible(setup);
  await setup.getByRole("button", { name: "Restart the server" }).click();
  await expect(setup.getByRole("link", { name: `Open ${secure}` })).toHaveAttribute(
    "href",
    `${secure}/admin/setup/address`,
  );
  await expect.poll(() => isServing(port, authority), { timeout: 120_000 }).toBe(true);

  // A browser without the authority refuses the page.
  const room = `/room/candidate/${interview.candidateToken}`;
  await expect(setup.goto(`${secure}${room}`)).rejects.toThrow("ERR_CERT_AUTHORITY_INVALID");

  trustAuthority(home, authority);
  const candidate = await openPage(home);
  await candidate.goto(`${secure}${room}`);
  await candidate.getByRole("button", { name: "I Agree and Continue" }).click();
  await expect(candidate.getByText("The connection is good.")).toBeVisible();
  // The fake microphone beeps once a second, so the meter is read more often than that.
  await expect
    .poll(async () => Number(await candidate.getByRole("meter").getAttribute("aria-valuenow")), {
      intervals: [70],
    })
    .toBeGreaterThan(5);
  await candidate.getByRole("button", { name: "Join the interview" }).click();
  await expect(candidate.getByText("Connected", { exact: true })).toBeVisible({ timeout: 30_000 });
});

test("a restore takes the page to the HTTPS of the backup", async () => {
  const empty = await Server.start({ models: false, admin: false, environment: LOCAL });
  try {
    const port = new URL(empty.url).port;
    const secure = `https://${LAN_NAME}:${port}`;
    const ada = await apiAs(server.url, ADMIN);
    await ada.post("/api/admin/setup/https/authority", { names: [LAN_NAME], publicUrl: secure });
    const backup = join(folder, "monday.backup");
    await server.run("backup", backup);
    const authority = join(folder, "greenroom-ca.crt");
    copyFileSync(join(server.dataDir, "secrets/tls/ca.pem"), authority);
    const home = join(folder, "home");
    trustAuthority(home, authority);

    const page = await openPage(home);
    await page.goto(`http://${LAN_NAME}:${port}/setup`);
    await page.getByRole("radio", { name: "Restore from a backup" }).click();
    await page.getByLabel("Setup code").fill(empty.setupCode);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Backup file").setInputFiles(backup);
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(page.getByRole("link", { name: secure })).toHaveAttribute(
      "href",
      `${secure}/login`,
    );
    await expect(page).toHaveURL(`${secure}/login`, { timeout: 120_000 });
    await page.getByLabel("Username").fill(ADMIN.username);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in with Username" }).click();
    await expect(page).toHaveURL(`${secure}/interviews`);
  } finally {
    await empty.stop();
  }
});

test("a room and the setup explain that the microphone needs HTTPS", async () => {
  const plain = `http://${LAN_NAME}:${new URL(server.url).port}`;
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");
  const page = await openPage(join(folder, "home"));
  await page.goto(`${plain}/room/candidate/${interview.candidateToken}`);
  await page.getByRole("button", { name: "I Agree and Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("Open this page with https://");
  await expect(page.getByRole("button", { name: /^Join/ })).toBeDisabled();
  await expectAccessible(page);

  await signIn(page, plain, ADMIN);
  await page.goto(`${plain}/admin/setup/address`);
  await expect(page.getByText(/Camera and microphone do not work here/)).toBeVisible();
  await page.goto(`${plain}/admin/setup/models`);
  await expect(page.getByText(/The spoken test is not possible here/)).toBeVisible();
  await page.getByRole("link", { name: "Set up HTTPS" }).click();
  await expect(page).toHaveURL(`${plain}/admin/setup/address`);
  for (const way of [/certificate authority$/, /own certificate$/, "Behind a proxy"]) {
    await page.getByText(way).first().click();
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectReadableColors(page);
});
