/** A demo request from the landing page to the admin panel. */

import { expect, test } from "@playwright/test";

import { signInByApi } from "./support/people";
import { ADMIN, Server } from "./support/server";

let server: Server;

test.beforeAll(async () => {
  server = await Server.start({ models: false });
});

test.afterAll(async () => {
  await server.stop();
});

test("a visitor requests a demo and the admin reads the request", async ({ page }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) {
      foreign.push(request.url());
    }
  });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Essential Only" }).click();
  const stored = await page.evaluate(
    () =>
      JSON.parse(window.localStorage.getItem("cookieConsent") ?? "{}") as Record<string, unknown>,
  );
  expect(stored).toMatchObject({ essential: true, analytics: false, marketing: false });
  expect(Number.isNaN(Date.parse(String(stored.timestamp)))).toBe(false);

  await page.getByRole("button", { name: /demo/i }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Full Name").fill("Greta Lind");
  await dialog.getByLabel("Work Email").fill("greta@agency.example");
  await dialog.getByLabel("Company").fill("Lind & Daughters");
  await dialog.getByLabel("Phone Number").fill("+46 8 123 456");
  // A form sent within two seconds is refused as automated.
  await page.waitForTimeout(2_100);
  const send = dialog.locator('button[type="submit"]');
  await expect(send).toBeEnabled();
  await send.click();
  await expect(dialog.getByText(/Thank you/i).first()).toBeVisible();
  await expect(dialog.getByLabel("Full Name")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(foreign).toEqual([]);

  const { token, admin } = await signInByApi(server.url, ADMIN);
  await page.evaluate(
    ([session, record]) => {
      window.localStorage.setItem("token", session ?? "");
      window.localStorage.setItem("authToken", session ?? "");
      window.localStorage.setItem("admin", record ?? "");
    },
    [token, JSON.stringify(admin)],
  );
  await page.goto(`${server.url}/admin/demo-requests`);
  await expect(page.getByText("Lind & Daughters").first()).toBeVisible();
  await expect(page.getByText("greta@agency.example").first()).toBeVisible();
});
