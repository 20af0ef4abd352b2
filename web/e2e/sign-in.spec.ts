/** Signing in: password, identity provider, second factor, registration, deactivation. */

import { expect, test, type Page } from "@playwright/test";

import { oneTimeCode } from "./support/one-time-code";
import { apiAs, RECRUITER } from "./support/people";
import { Provider } from "./support/provider";
import { ADMIN, Server } from "./support/server";

let server: Server;
let provider: Provider;

test.beforeAll(async () => {
  server = await Server.start({
    models: false,
    // The provider of this test, which an administrator enters below.
    environment: { GREENROOM_INTERNAL_HOSTS: '["127.0.0.1", "localhost"]' },
  });
  provider = await Provider.start([
    { sub: "nora", email: "nora@agency.example", email_verified: true, name: "Nora Nyberg" },
  ]);
  const admin = await apiAs(server.url, ADMIN);
  await admin.createRecruiter(RECRUITER);
  await admin.saveSettings({
    oidc_issuer: provider.issuer,
    oidc_client_id: "greenroom",
    oidc_client_secret: "any",
    oidc_label: "Keycloak",
    oidc_create_users: true,
    self_registration: true,
  });
});

test.afterAll(async () => {
  await server.stop();
  await provider.stop();
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

async function enterPassword(page: Page, person: { username: string; password: string }) {
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in with Username" }).click();
}

test("signs in by password after a wrong one, and signs out", async ({ page }) => {
  await page.goto(`${server.url}/login`);
  await enterPassword(page, { ...RECRUITER, password: "wrong" });
  await expect(page.getByText("Invalid username or password.")).toBeVisible();
  await enterPassword(page, RECRUITER);
  await expect(page).toHaveURL(`${server.url}/interviews`);
  expect(await page.evaluate(() => window.localStorage.getItem("authToken"))).toBeTruthy();
  await page.getByRole("button", { name: /Account menu/ }).click();
  await expect(page.getByText("Trial")).toBeVisible();
  await expect(page.getByText("3/3")).toBeVisible();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  const left = await page.evaluate(() =>
    ["token", "authToken", "admin"].map((key) => window.localStorage.getItem(key)),
  );
  expect(left).toEqual([null, null, null]);
});

test("signs in by the identity provider and returns to the requested page", async ({ page }) => {
  await page.goto(`${server.url}/jobs`);
  await page
    .getByRole("button", { name: "Continue with Keycloak" })
    .or(page.getByRole("link", { name: "Continue with Keycloak" }))
    .click();
  await page.getByRole("button", { name: "nora" }).click();
  await expect(page).toHaveURL(`${server.url}/jobs`);
  await expect(page.getByRole("button", { name: "Account menu for Nora Nyberg" })).toBeVisible();
});

test("shows a rejection by the provider and cleans the URL", async ({ page }) => {
  await page.goto(`${server.url}/login?error=denied`);
  const alert = page.getByRole("alertdialog");
  await expect(alert).toContainText("Authentication failed. Please try again.");
  await expect(page).toHaveURL(`${server.url}/login`);
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(page.getByRole("button", { name: "Sign in with Username" })).toBeVisible();
});

test("does not follow a foreign address in next", async ({ page }) => {
  await page.goto(`${server.url}/login?next=${encodeURIComponent("//evil.example/x")}`);
  await enterPassword(page, RECRUITER);
  await expect(page).toHaveURL(`${server.url}/interviews`);
});

test("asks for the second factor after it was set up in the profile", async ({ page }) => {
  await page.goto(`${server.url}/login?next=/profile`);
  await enterPassword(page, RECRUITER);
  await expect(page).toHaveURL(`${server.url}/profile`);
  const section = page.getByRole("region", { name: "Second factor" });
  await section.getByRole("button", { name: "Set up" }).click();
  await section.getByLabel("Current password").fill(RECRUITER.password);
  await section.getByRole("button", { name: "Continue" }).click();
  const secret = (await section.locator("code").innerText()).replaceAll(/\s/g, "");
  await section.getByLabel("Six-digit code").fill(oneTimeCode(secret));
  await section.getByRole("button", { name: "Turn on" }).click();
  const codes = section.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){5}$/);
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await section.getByRole("button", { name: "I have saved them" }).click();
  await expect(section.getByText("10 recovery codes left.")).toBeVisible();

  await page.evaluate(() => window.localStorage.removeItem("token"));
  await page.evaluate(() => window.localStorage.removeItem("authToken"));
  await page.goto(`${server.url}/login`);
  await enterPassword(page, RECRUITER);
  await page.getByLabel("Six-digit code").fill(oneTimeCode(secret, 1));
  await expect(page).toHaveURL(`${server.url}/interviews`);

  await page.evaluate(() => {
    window.localStorage.removeItem("token");
    window.localStorage.removeItem("authToken");
  });
  await page.goto(`${server.url}/login`);
  await enterPassword(page, RECRUITER);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(`${server.url}/interviews`);
});

test("registers a new account where the admin allows it", async ({ page }) => {
  await page.goto(`${server.url}/`);
  await page.getByRole("link", { name: "Sign Up Free" }).first().click();
  await expect(page).toHaveURL(`${server.url}/register`);
  await page.getByLabel("Full name").fill("Rasmus <img src=x onerror=alert(1)>");
  await page.getByLabel("Email").fill("rasmus@agency.example");
  await page.getByLabel("Username").fill("rasmus");
  await page.getByLabel("Password", { exact: true }).fill("a password of their own");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(`${server.url}/interviews`);
  await expect(page.getByText("Welcome to your interview dashboard!")).toBeVisible();
});

test("asks an administrator for the password again before a role changes", async ({ page }) => {
  const admin = await apiAs(server.url, ADMIN);
  await admin.createRecruiter({
    username: "erik",
    password: "erik's own password",
    name: "Erik Ek",
  });
  await page.goto(`${server.url}/login`);
  await enterPassword(page, ADMIN);
  await expect(page).toHaveURL(`${server.url}/interviews`);
  await server.ageSessions();
  await page.goto(`${server.url}/admin/users`);
  await page.getByRole("button", { name: "Actions for Erik Ek" }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  const role = page.getByRole("dialog", { name: "Change role of Erik Ek" });
  await role.getByText("Admin", { exact: true }).click();
  await role.getByRole("button", { name: "Change role" }).click();

  const confirmation = page.getByRole("dialog", { name: "Confirm that it’s you" });
  const password = confirmation.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await password.fill("a wrong password");
  await page.keyboard.press("Enter");
  await expect(confirmation.getByText("Your current password is incorrect.")).toBeVisible();
  await password.fill(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Role of Erik Ek changed.").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Cancelled, nothing happens, and the user stays signed in.
  await server.ageSessions();
  await page.getByRole("button", { name: "Actions for Erik Ek" }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await role.getByText("Recruiter", { exact: true }).click();
  await role.getByRole("button", { name: "Change role" }).click();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect(role.getByText("You signed in more than 15 minutes ago.")).toBeVisible();
  await role.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("row", { name: /Erik Ek/ })).toContainText("Admin");
});

test("signs out a deactivated user at the next request", async ({ page }) => {
  const admin = await apiAs(server.url, ADMIN);
  const person = { username: "dora", password: "dora's own password", name: "Dora" };
  const id = await admin.createRecruiter(person);
  await page.goto(`${server.url}/login`);
  await enterPassword(page, person);
  await expect(page).toHaveURL(`${server.url}/interviews`);
  await admin.patch(`/api/admin/users/${id}`, { isActive: false });
  // Any call of the open page may already have shown the user out.
  await page.goto(`${server.url}/candidates`);
  await expect(page).toHaveURL(/\/login/);
});

test("shows a message and a retry button while the server is unreachable", async ({ page }) => {
  await page.goto(`${server.url}/login`);
  await enterPassword(page, { ...ADMIN });
  await expect(page).toHaveURL(`${server.url}/interviews`);
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("button", { name: "Try Again" }).first()).toBeVisible();
});
