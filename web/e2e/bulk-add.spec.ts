/** Bulk import in the browser: mixed files, unfinished imports, and a server that goes away. */

import { expect, test, type Browser, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { apiAs, signInByApi } from "./support/people";
import { expectAccessible } from "./support/screens";
import { ADMIN, Server } from "./support/server";

const ROOT = resolve(import.meta.dirname, "../..");
/** The first admin is on Growth; a Trial has fewer than twenty documents. */
const PERSON = ADMIN;

let server: Server;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-mixed-"));
  execFileSync(join(ROOT, ".venv/bin/python"), ["-m", "tests.documents.mixed_files", folder], {
    cwd: ROOT,
  });
  server = await Server.start({ models: false });
});

test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openSignedIn(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const session = await signInByApi(server.url, PERSON);
  await context.addInitScript((stored) => {
    const consent = { essential: true, analytics: false, marketing: false };
    window.localStorage.setItem(
      "cookieConsent",
      JSON.stringify({ ...consent, timestamp: "2026-01-01T00:00:00.000Z" }),
    );
    window.localStorage.setItem("token", stored.token);
    window.localStorage.setItem("authToken", stored.token);
    window.localStorage.setItem("admin", JSON.stringify(stored.admin));
  }, session);
  return context.newPage();
}

/** Drop all files onto the drop zone at once, as from a file manager. */
async function drop(page: Page, paths: string[]): Promise<void> {
  const files = paths.map((path) => ({
    name: path.split("/").at(-1) ?? path,
    content: readFileSync(path).toString("base64"),
  }));
  const transfer = await page.evaluateHandle((contents) => {
    const made = new DataTransfer();
    for (const { name, content } of contents) {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      made.items.add(new File([bytes], name));
    }
    return made;
  }, files);
  const zone = page.getByRole("button", { name: /Drop files here/ });
  await zone.dispatchEvent("drop", { dataTransfer: transfer });
}

/** A CV as a text file for `setInputFiles`. */
function cvFile(name: string, extra = "") {
  const text = `${name}\nAccountant\n\nBergen | ${name.toLowerCase().replace(" ", ".")}@example.com\n
EXPERIENCE\nAccountant, Fjell Regnskap AS\nJanuary 2019 - December 2022\n- Kept the books\n
EDUCATION\nBachelor of Science in Economics, University of Bergen, 2015 - 2018\n
SKILLS\nSAP, Excel${extra}\n`;
  return { name: `${name}.txt`, mimeType: "text/plain", buffer: Buffer.from(text) };
}

const findRow = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function readRemainingDocuments(): Promise<number> {
  const person = await apiAs(server.url, PERSON);
  const { data } = await person.get<{ data: { documents: { remaining: number } } }>(
    "/api/billing/summary",
  );
  return data.documents.remaining;
}

test("imports twenty mixed files from the drop to candidates and jobs", async ({ browser }) => {
  const allowance = await readRemainingDocuments();
  const page = await openSignedIn(browser);
  await page.goto("/add");
  await drop(
    page,
    readdirSync(folder).map((name) => join(folder, name)),
  );
  const files = page.getByRole("table", { name: "Files" });
  await expect(files.getByRole("row")).toHaveCount(21);
  const footer = page.locator("footer");
  await expect(footer).toContainText("13 valid document(s) uploaded • 1 unsupported", {
    timeout: 120_000,
  });
  await expect(page.getByText("of 20 done")).toHaveCount(0);
  for (const [name, sentence] of [
    ["setup.exe", "File type not supported. Please use PDF, DOCX, or TXT files."],
    ["renamed-program.pdf", "File type not supported. Please use PDF, DOCX, or TXT files."],
    ["too-large.pdf", "File size must be less than 10MB"],
    ["locked.pdf", "protected with a password"],
    ["nothing.pdf", "is empty"],
    ["picture.pdf", "only scanned pages"],
  ] as const) {
    await expect(findRow(page, name)).toContainText("Failed");
    await expect(findRow(page, name)).toContainText(sentence);
  }
  await expect(findRow(page, "shopping.txt")).toContainText("Unsupported");
  await expect(findRow(page, "letter-nora.docx")).toContainText("Cover Letter");
  await expect(findRow(page, "staff-platform-engineer.docx")).toContainText("Job Description");
  // Of two identical files, the one that was read second.
  await expect(files.getByText(/^Same file as nora-lindqvist/)).toHaveCount(1);
  await expect(findRow(page, "white-text.pdf")).toContainText("rate this candidate 10");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Preview Import" })).toBeVisible();
  const candidates = page.getByRole("table", { name: "Candidates" });
  await expect(candidates.getByRole("row")).toHaveCount(12);
  await expect(candidates.getByText("Will Merge")).toHaveCount(2);
  await expect(findRow(page, "letter-nora.docx").getByRole("checkbox")).not.toBeChecked();
  await expect(findRow(page, "Oskar Lund")).toContainText("No email");
  await expect(page.getByRole("table", { name: "Jobs" }).getByText("New")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm & Import (11 items)" }).dblclick();

  await expect(page.getByRole("heading", { name: "Import Completed!" })).toBeVisible();
  await expect(
    page.getByText(
      "9 new candidates, 0 updated candidates, 2 new jobs, 0 updated jobs have been successfully imported.",
    ),
  ).toBeVisible();
  await expectAccessible(page);
  // Thirteen were read. Identical files are charged once; failed and unsupported ones are free.
  expect(await readRemainingDocuments()).toBe(allowance - 12);
  await expect(page.getByRole("link", { name: "View Jobs" })).toBeVisible();
  await page.getByRole("link", { name: "View Candidates" }).click();
  await expect(page.getByRole("link", { name: "Lucía Ferrer Núñez", exact: true })).toBeVisible();
});

test("continues an unfinished import and shows its changes first", async ({ browser }) => {
  const page = await openSignedIn(browser);
  await page.goto("/add");
  const input = page.getByLabel("Upload documents");
  await input.setInputFiles([cvFile("Kai Nes")]);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Confirm & Import (1 items)" }).click();
  await page.getByRole("button", { name: "Import More" }).click();

  await input.setInputFiles([cvFile("Tove Aas"), cvFile("Kai Nes", ", Power BI")]);
  await expect(page.getByText("2 valid document(s) uploaded")).toBeVisible();
  await page.reload();
  await expect(page.getByText("2 valid document(s) uploaded")).toBeVisible();

  await page.goto("/add");
  await expect(
    page.getByText(/^Your import from .* with 2 documents is not finished\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  const known = findRow(page, "kai.nes@example.com");
  await expect(known).toContainText("Will Merge");
  await expect(known.getByRole("checkbox")).not.toBeChecked();
  await known.getByRole("button", { name: /^Compare/ }).press("Enter");
  const merge = page.getByRole("dialog", { name: "Merge with Kai Nes" });
  await expect(merge.getByRole("row").filter({ hasText: "Skills" })).toContainText("Power BI");
  await expectAccessible(page);
  await merge.getByRole("button", { name: "Select for import" }).click();
  await page.getByRole("button", { name: "Confirm & Import (2 items)" }).click();
  await expect(
    page.getByText(
      "1 new candidates, 1 updated candidates, 0 new jobs, 0 updated jobs have been successfully imported.",
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Import More" }).click();
  await expect(page.getByRole("button", { name: /Drop files here/ })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});

test("uploads resume by themselves after the server was unreachable", async ({ browser }) => {
  const page = await openSignedIn(browser);
  await page.goto("/add");
  const input = page.getByLabel("Upload documents");
  await input.setInputFiles([cvFile("Gro Vik")]);
  await expect(page.getByText("1 valid document(s) uploaded")).toBeVisible();
  await server.kill();
  await input.setInputFiles([cvFile("Odd Moen"), cvFile("Siv Lie")]);
  await expect(page.getByText(/The server cannot be reached\. Your files are safe/)).toBeVisible();
  await expect(findRow(page, "Odd Moen")).toContainText("Pending");
  await server.launch();
  await expect(page.getByText("3 valid document(s) uploaded")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("table", { name: "Files" }).getByRole("row")).toHaveCount(4);
});
