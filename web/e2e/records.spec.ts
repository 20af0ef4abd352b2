/** Candidate HQ and Job HQ in the browser: further documents, edited fields, history. No model is needed. */

import { expect, test, type Page } from "@playwright/test";

import { expectAccessible, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";

test.use({ contextOptions: { reducedMotion: "reduce" } });

let server: Server;

test.beforeAll(async () => {
  server = await Server.start({ models: false });
});

test.afterAll(async () => {
  await server.stop();
});

function textFile(name: string, text: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

const cv = (skills: string) => `Solveig Aune
Accountant

Bergen | solveig.aune@example.com

EXPERIENCE
Accountant, Fjell Regnskap AS
January 2019 - December 2022
- Kept the books

EDUCATION
Bachelor of Science in Economics, University of Bergen, 2015 - 2018

SKILLS
${skills}
`;

const JOB = `Payroll Accountant
Fjell Regnskap AS
Location: Bergen

What you will do
- Run the payroll of forty firms

What you bring
- SAP
- Excel
`;

const addDocument = (page: Page, file: ReturnType<typeof textFile>) =>
  page.getByLabel("Upload documents").setInputFiles(file);

async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

test("shows facts at once and adds further documents to candidate and job", async ({ page }) => {
  await signIn(page, server.url, ADMIN);
  await page.getByRole("button", { name: "Essential Only" }).click();

  // Facts first: the profile is there although no model has written anything.
  await page.getByRole("button", { name: "Create New" }).first().click();
  await expect(page).toHaveURL(/\/interview-hq\//);
  await addDocument(page, textFile("cv-2024.txt", cv("SAP, Excel")));
  await expect(page.getByRole("heading", { name: "Solveig Aune" })).toBeVisible();
  await addDocument(page, textFile("job.txt", JOB));
  await expect(page.getByText("2/3 completed")).toBeVisible();

  // A newer CV joins the candidate and counts.
  await page.goto(`${server.url}/candidates`);
  await page.getByRole("link", { name: "HQ of Solveig Aune" }).click();
  await page.getByRole("tab", { name: /^Documents/ }).click();
  await expect(page.getByText("Add document")).toBeVisible();
  await expectAccessible(page);
  await addDocument(page, textFile("cv-2026.txt", cv("SAP, Python")));
  const newer = page.getByRole("button", { name: /^cv-2026.txt/ });
  await expect(newer).toContainText("Current");
  await expect(page.getByRole("button", { name: /^cv-2024.txt/ })).not.toContainText("Current");
  // A document of the other kind is refused, offers no second try and can be removed.
  await addDocument(page, textFile("wrong.txt", `${JOB}\nApply by May.`));
  const alert = page.getByRole("alertdialog");
  await expect(alert).toContainText("This is a job description");
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(page.getByRole("button", { name: "Process wrong.txt again" })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.screenshot({ path: "test-results/record-documents-390.png", fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: "test-results/record-documents-1440.png", fullPage: true });
  await page.getByRole("button", { name: "Remove wrong.txt" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("wrong.txt")).toHaveCount(0);

  // Position and location are edited, and the history lists the changes.
  await page.getByRole("tab", { name: "Profile" }).click();
  await expect(page.getByRole("button", { name: /Python$/ })).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Position", exact: true }).fill("Head of Accounts");
  await page.getByRole("textbox", { name: "Location" }).fill("Oslo");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("Head of Accounts").first()).toBeVisible();

  // Company and location of the job.
  await page.goto(`${server.url}/jobs`);
  await page.getByRole("link", { name: "HQ of Payroll Accountant" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Company" }).fill("Fjell Group");
  await page.getByRole("textbox", { name: "Location" }).fill("Oslo");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Fjell Group").first()).toBeVisible();
  await page.getByRole("tab", { name: /^Documents/ }).click();
  await addDocument(page, textFile("job-2026.txt", JOB.replace("forty", "fifty")));
  await expect(page.getByRole("button", { name: /^job-2026.txt/ })).toContainText("Current");
  await expectFits(page);
});
