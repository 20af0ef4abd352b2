/** Playwright settings of the browser tests. */

import { defineConfig } from "@playwright/test";

/** Services of its maker that Chromium calls by itself, despite the flags below. No page of ours names them. */
const CHROMIUM_SERVICES = [
  "accounts.google.com",
  "content-autofill.googleapis.com",
  "optimizationguide-pa.googleapis.com",
  "redirector.gvt1.com",
  "update.googleapis.com",
];

/** Flags that keep Chromium from connecting anywhere and let it run as root in a container. */
export const CHROMIUM_FLAGS = [
  `--host-resolver-rules=${CHROMIUM_SERVICES.map((host) => `MAP ${host} ~NOTFOUND`).join(", ")}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Flags for a browser whose camera and microphone play the given files. */
export function fakeMediaFlags(files: { audioWav?: string; videoY4m?: string } = {}): string[] {
  return [
    "--use-fake-ui-for-media-stream",
    // Both browsers share the server's cores here: few frames leave it the time that it has elsewhere.
    "--use-fake-device-for-media-stream=fps=5",
    "--autoplay-policy=no-user-gesture-required",
    ...(files.audioWav ? [`--use-file-for-fake-audio-capture=${files.audioWav}%noloop`] : []),
    ...(files.videoY4m ? [`--use-file-for-fake-video-capture=${files.videoY4m}`] : []),
  ];
}

/** The shell renders pages as Chromium does, with a sixth less processor time: it draws no window around them. */
export const CHROMIUM_PATH = process.env.GREENROOM_CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** Specs that run language and speech models, partly in real time: one at a time, on an otherwise idle machine. */
const MODEL_SPECS = ["prepare.spec.ts", "main-job.spec.ts", "first-setup.spec.ts"];

export default defineConfig({
  testDir: ".",
  testIgnore: "media/**",
  outputDir: "../test-results",
  fullyParallel: false,
  timeout: 15 * 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // See ADR 0018. The report lists what passed only on the second try as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    baseURL: process.env.GREENROOM_URL ?? "http://127.0.0.1:8420",
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    trace: "off",
    launchOptions: { executablePath: CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
  workers: 2,
  // Long tests run in `make test-long` only. On the command line, this would not hold for a project that another
  // one depends on.
  ...(process.env.GREENROOM_LONG_TESTS ? {} : { grepInvert: /@full/u }),
  projects: [
    {
      name: "pages",
      testIgnore: ["media/**", ...MODEL_SPECS],
      // A click on something that is gone fails long before the whole test would.
      use: { actionTimeout: 120_000 },
    },
    { name: "models", testMatch: MODEL_SPECS, workers: 1, dependencies: ["pages"] },
  ],
});
