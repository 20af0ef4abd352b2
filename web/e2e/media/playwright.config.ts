/** Playwright settings that record the landing page's film and pictures. */
import { defineConfig } from "@playwright/test";

import { CHROMIUM_FLAGS, CHROMIUM_PATH } from "../playwright.config";

/**
 * Records the landing page's film and pictures from the running product. Use a server of its own: the recording
 * writes invented people into it (docs/operations.md, "The landing page's film").
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
