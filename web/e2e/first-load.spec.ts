/** JavaScript of the first visit, compressed as the server sends it. */

import { expect, test } from "@playwright/test";

import { Server } from "./support/server";

/** 2 % above the figure in docs/performance.md, "First load". */
const MAX_BYTES = 168_000;

let server: Server;

test.beforeAll(async () => {
  server = await Server.start({ models: false });
});

test.afterAll(async () => {
  await server.stop();
});

test("the landing page loads little JavaScript", async ({ page }) => {
  await page.goto(server.url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .map(({ encodedBodySize }) => encodedBodySize),
  );
  expect(sizes.length).toBeGreaterThan(10);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(MAX_BYTES);
});
