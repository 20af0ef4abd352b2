/** Playwright settings that record the landing page's video and pictures. */
import { defineConfig } from "@playwright/test";

import { CHROMIUM_FLAGS, CHROMIUM_PATH } from "../playwright.config";

/**
 * Records the landing page's video and pictures from the running product. Use a separate server:
 * the recording writes invented people into it (docs/operations.md, "Product video").
 */
export default defineConfig({
  testDir: ".",
  testMatch: "*.film.ts",
  outputDir: "../../test-results/media",
  workers: 1,
  timeout: 45 * 60_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    baseURL: process.env.GREENROOM_URL ?? "http://127.0.0.1:8420",
    browserName: "chromium",
    launchOptions: { executablePath: CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
});
