/** HTTPS with the server's own certificate authority, and pages without HTTPS, in browsers that trust nothing else. */

import { chromium, expect, test, type Browser, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "./playwright.config";
import { apiAs } from "./support/people";
import { expectAccessible, expectReadableColors, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";

/** A name that browsers do not take for their own machine, unlike `localhost`. */
const NAME = "interviews.example.lan";

let server: Server;
let folder: string;
let browsers: Browser[] = [];

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-https-"));
  // The setup would let the server listen on every address.
  server = await Server.start({ models: false, environment: { GREENROOM_HOST: "127.0.0.1" } });
});

test.afterEach(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  browsers = [];
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser for which NAME is this machine; it trusts the authorities of its home folder. */
async function openPage(home: string): Promise<Page> {
  mkdirSync(join(home, ".pki/nssdb"), { recursive: true });
  const flags = CHROMIUM_FLAGS.map((flag) =>
    flag.startsWith("--host-resolver-rules=") ? `${flag}, MAP ${NAME} 127.0.0.1` : flag,
  );
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...flags, ...fakeMediaFlags()],
    env: { ...process.env, HOME: home },
  });
  browsers.push(browser);
  return browser.newPage({ viewport: { width: 1440, height: 900 } });
}

/** Install a CA certificate for the browsers of a home folder, as their settings page does. */
function trust(home: string, authority: string): void {
  const store = join(home, ".pki/nssdb");
  mkdirSync(store, { recursive: true });
  const certutil = (...words: string[]) =>
    execFileSync("certutil", ["-d", `sql:${store}`, ...words]);
  certutil("-N", "--empty-password");
  certutil("-A", "-n", "Greenroom", "-t", "C,,", "-i", authority);
}

function isServing(url: string, authority: string): Promise<boolean> {
  return new Promise((found) => {
    const request = get(`${url}/api/health/live`, { ca: readFileSync(authority) }, (response) => {
      response.resume();
      found(response.statusCode === 200);
    });
    request.on("error", () => found(false));
  });
}

test("the setup makes a certificate with which a room opens and hears the microphone", async () => {
  const home = join(folder, "home");
  const port = new URL(server.url).port;
  const plain = `http://${NAME}:${port}`;
  const secure = `https://${NAME}:${port}`;
  const ada = await apiAs(server.url, ADMIN);
  const interview = await ada.createInterview("Cara Diaz");

  const setup = await openPage(join(folder, "other"));
  await signIn(setup, plain, ADMIN);
  await setup.goto(`${plain}/admin/setup/address`);
  await setup.getByText("With this server’s own certificate authority").click();
  await setup.getByLabel("Names and addresses").fill(`${NAME}, 127.0.0.1`);
  await setup.getByRole("button", { name: "Create certificate" }).click();
  const download = setup.waitForEvent("download");
  await setup.getByRole("link", { name: "Download the authority’s certificate" }).click();
  const authority = join(folder, "greenroom-ca.crt");
  await (await download).saveAs(authority);
  await expectAccessible(setup);
  await setup.getByRole("button", { name: "Restart the server" }).click();
  await expect(setup.getByRole("link", { name: `Open ${secure}` })).toHaveAttribute("href", secure);
  await expect
    .poll(() => isServing(`https://127.0.0.1:${port}`, authority), { timeout: 120_000 })
    .toBe(true);

  // A browser without the authority refuses the page.
  const room = `/room/candidate/${interview.candidateToken}`;
  await expect(setup.goto(`${secure}${room}`)).rejects.toThrow("ERR_CERT_AUTHORITY_INVALID");

  trust(home, authority);
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

test("a room and the setup explain that the microphone needs HTTPS", async () => {
  const plain = `http://${NAME}:${new URL(server.url).port}`;
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
