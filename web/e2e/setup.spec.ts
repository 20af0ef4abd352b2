/** The first visit: a new server is set up, or takes over a backup of another one. */

import { expect, test, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ADMIN, Server } from "./support/server";

/** A PostgreSQL server, as in `make test-scale`. */
const POSTGRESQL = process.env.TEST_POSTGRESQL_URL;

const PASSPHRASE = "correct horse battery staple";

let folder: string;
/** An encrypted backup of a server with the administrator of the other tests. */
let backup: string;
let server: Server;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-backups-"));
  backup = join(folder, "monday.backup");
  const passphrase = join(folder, "passphrase");
  writeFileSync(passphrase, PASSPHRASE);
  const other = await Server.start({ models: false });
  await other.run("backup", backup, "--passphrase-file", passphrase);
  await other.stop();
});

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.localStorage.setItem(
      "cookieConsent",
      JSON.stringify({
        essential: true,
        analytics: false,
        marketing: false,
        timestamp: "2026-01-01T00:00:00.000Z",
      }),
    );
  });
});

test.afterEach(() => server.stop());

async function openRestore(page: Page) {
  await page.goto(`${server.url}/login`);
  await expect(page).toHaveURL(`${server.url}/setup`);
  await page.getByRole("radio", { name: "Restore from a backup" }).click();
  await page.getByLabel("Setup code").fill("AAAA-AAAA-AAAA-AAAA");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect setup code.")).toBeVisible();
  await page.getByLabel("Setup code").fill(server.setupCode);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function restoreAndSignIn(page: Page) {
  await page.getByLabel("Passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByRole("link", { name: "Sign in" }).click({ timeout: 120_000 });
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in with Username" }).click();
  await expect(page).toHaveURL(`${server.url}/interviews`);
}

test("restores an uploaded backup and ends at sign-in with its accounts", async ({ page }) => {
  const photo = test.info().outputPath("holiday.backup");
  writeFileSync(photo, "a photo");
  server = await Server.start({ models: false, admin: false });
  await openRestore(page);

  await page.getByLabel("Backup file").setInputFiles(photo);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("This file is not a Greenroom backup.")).toBeVisible();

  await page.getByLabel("Backup file").setInputFiles(backup);
  await page.getByLabel("Passphrase").fill("an honest mistake");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("The passphrase is wrong.")).toBeVisible();

  await restoreAndSignIn(page);
});

test("restores an uploaded backup into a database in PostgreSQL", async ({ page }) => {
  test.skip(POSTGRESQL === undefined, "`make test-scale` starts PostgreSQL");
  const database = new URL(POSTGRESQL ?? "");
  execFileSync("psql", [database.href, "-c", "CREATE DATABASE restored TEMPLATE template0"]);
  database.pathname = "/restored";
  server = await Server.start({
    models: false,
    admin: false,
    environment: { GREENROOM_DATABASE_URL: database.href },
  });
  await openRestore(page);
  await page.getByLabel("Backup file").setInputFiles(backup);
  await restoreAndSignIn(page);
  expect(existsSync(join(server.dataDir, "greenroom.db"))).toBe(false);
});

test("restores a backup of the server's own backup folder", async ({ page }) => {
  server = await Server.start({
    models: false,
    admin: false,
    environment: { GREENROOM_BACKUP_FOLDER: folder },
  });
  await openRestore(page);
  await expect(page.getByRole("combobox", { name: "Backup" })).toBeVisible();
  await page.getByLabel("Passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("Your server is restored.")).toBeVisible({ timeout: 120_000 });
});

test("refuses a wrong code, and after some tries every code for a while", async ({ page }) => {
  server = await Server.start({
    models: false,
    admin: false,
    environment: { GREENROOM_LOGIN_ATTEMPTS: "3" },
  });
  await page.goto(`${server.url}/setup`);
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  const create = page.getByRole("button", { name: "Create administrator" });
  for (const guess of ["AAAA", "BBBB", "CCCC"]) {
    await page.getByLabel("Setup code").fill(`${guess}-AAAA-AAAA-AAAA`);
    await create.click();
    await expect(page.getByText("Incorrect setup code.")).toBeVisible();
    await page.getByLabel("Setup code").clear();
  }
  await page.getByLabel("Setup code").fill(server.setupCode);
  await create.click();
  await expect(page.getByText(/^Too many failed attempts\. Try again in 5 minutes/)).toBeVisible();
});

test("sets up a new server from the first page to the summary", async ({ page }) => {
  server = await Server.start({ models: false, admin: false });
  await page.goto(server.url);
  await page.goto(`${server.url}/setup`);
  await page.getByLabel("Setup code").fill(server.setupCode);
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Create administrator" }).click();
  await expect(page).toHaveURL(`${server.url}/admin/setup/address`);
  for (const title of ["AI models", "Email", "Sign-in", "Billing", "Privacy and law"]) {
    await page.getByRole("button", { name: "Skip" }).click();
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  await page.getByRole("button", { name: "Finish setup" }).first().click();
  await expect(page).toHaveURL(`${server.url}/interviews`);
});
