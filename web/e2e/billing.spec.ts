/** Payments on Stripe's pages, and credits that an admin grants, in the browser. No model is needed. */

import { expect, test, type Page } from "@playwright/test";

import { apiAs, RECRUITER, type Credentials } from "./support/people";
import { expectAccessible, signIn } from "./support/screens";
import { ADMIN, Server } from "./support/server";
import { Stripe } from "./support/stripe";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const BANNER = "Not enough interview credits. View plans to upgrade and continue interviewing.";

let stripe: Stripe;
let server: Server;

test.beforeAll(async () => {
  stripe = await Stripe.start();
  server = await Server.start({ models: false, environment: stripe.environment });
  await stripe.sendEventsTo(server.url);
});

test.afterAll(async () => {
  await server.stop();
  await stripe.stop();
});

const recruiter = (username: string): Credentials => ({ ...RECRUITER, username });

async function enroll(username: string): Promise<string> {
  const admin = await apiAs(server.url, ADMIN);
  return admin.createRecruiter({ ...RECRUITER, username });
}

async function signInAs(page: Page, person: Credentials): Promise<void> {
  await signIn(page, server.url, person);
  await page.getByRole("button", { name: "Essential Only" }).click();
}

const credits = (page: Page, remaining: number, included: number) =>
  page.getByText(`${String(remaining)} of ${String(included)} credits remaining`).first();

/** Mark the open page. A reload would remove the mark. */
const mark = (page: Page) => page.evaluate(() => (document.documentElement.dataset.kept = "yes"));

const expectNotReloaded = (page: Page) =>
  expect(page.locator("html[data-kept='yes']")).toHaveCount(1);

test("a recruiter pays for a plan, sees it renew, cancels, resumes and buys credits", async ({
  page,
}) => {
  const id = await enroll("alice");
  await signInAs(page, recruiter("alice"));

  await page.goto(`${server.url}/plans`);
  await page.getByRole("button", { name: "Choose Starter" }).click();
  await expect(page.getByText("subscription price_starter")).toBeVisible();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page).toHaveURL(`${server.url}/account`);
  await expect(credits(page, 20, 20)).toBeAttached();
  await expect(page.getByRole("button", { name: "Open Stripe Portal" })).toBeVisible();

  // Used credits are back with the next period, on the open page.
  await mark(page);
  const admin = await apiAs(server.url, ADMIN);
  await admin.post(`/api/billing/admin/accounts/${id}/adjust`, { delta: -15 });
  await expect(credits(page, 5, 20)).toBeAttached();
  await stripe.renew();
  await expect(credits(page, 20, 20)).toBeAttached();
  await expectNotReloaded(page);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Manage Plan" }).click();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel plan" }).click();
  await expect(page.getByText("Subscription Cancelled")).toBeVisible();
  await page.getByRole("button", { name: "Reactivate plan" }).click();
  await expect(page.getByText("Subscription Cancelled")).toHaveCount(0);

  await page.goto(`${server.url}/account`);
  await page.getByRole("button", { name: "Buy 10 credits" }).click();
  await expect(page.getByText("payment price_top_up")).toBeVisible();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page).toHaveURL(`${server.url}/account`);
  await expect(credits(page, 30, 20)).toBeAttached();
});

test("an admin grants credits and the banner of the recruiter goes without a reload", async ({
  page,
  browser,
}) => {
  const id = await enroll("bob");
  const admin = await apiAs(server.url, ADMIN);
  await admin.post(`/api/billing/admin/accounts/${id}/adjust`, { delta: -3 });
  await signInAs(page, recruiter("bob"));
  await expect(page.getByText(BANNER)).toBeVisible();
  await mark(page);

  const office = await browser.newPage();
  await signInAs(office, ADMIN);
  await office.goto(`${server.url}/admin/users/${id}`);
  await office.getByLabel("Extra credits", { exact: true }).fill("2");
  await office.getByRole("button", { name: "Grant: Extra credits" }).click();
  await expect(page.getByText(BANNER)).toHaveCount(0);
  await expectNotReloaded(page);
  await office.close();
});

test("an admin changes a plan, and a recruiter sees it on the plans page", async ({
  page,
  browser,
}) => {
  await enroll("dora");
  await signInAs(page, ADMIN);
  await page.goto(`${server.url}/admin/plans`);
  const form = page.getByRole("form", { name: "Plan Growth" });
  await form.getByLabel("Name").fill("Agency");
  await form.getByLabel("Price per month ($)").fill("99.50");
  await form.getByLabel("Credits per month").fill("80");
  await form.getByRole("button", { name: "Save Growth" }).click();
  await expect(page.getByRole("form", { name: "Plan Agency" })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${server.url}/admin/security`);
  await expect(page.getByRole("cell", { name: "Plan changed" })).toBeVisible();
  const change = page.getByText("monthly_price_cents: 7900 → 9950").filter({ visible: true });
  await expect(change).toBeVisible();

  const recruiterPage = await browser.newPage();
  await signInAs(recruiterPage, recruiter("dora"));
  await recruiterPage.goto(`${server.url}/plans`);
  await expect(recruiterPage.getByText("Agency", { exact: true }).first()).toBeVisible();
  await expect(recruiterPage.getByText("$99.50").first()).toBeVisible();
  await expect(recruiterPage.getByText("80 interview credits per month")).toBeVisible();
  await recruiterPage.close();
});
