import { defineConfig } from "@playwright/test";

/** Flags that keep Chromium from phoning out and let it run as root in a container. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Flags for a browser whose camera and microphone play files, asked for by a test. */
export function fakeMediaFlags(files: { audioWav?: string; videoY4m?: string } = {}): string[] {
  return [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    "--autoplay-policy=no-user-gesture-required",
    ...(files.audioWav ? [`--use-file-for-fake-audio-capture=${files.audioWav}%noloop`] : []),
    ...(files.videoY4m ? [`--use-file-for-fake-video-capture=${files.videoY4m}`] : []),
  ];
}

export const CHROMIUM_PATH = process.env.GREENROOM_CHROMIUM ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // Two browsers, a language model and a speech model share the machine with the test.
  workers: 1,
  fullyParallel: false,
  timeout: 15 * 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    baseURL: process.env.GREENROOM_URL ?? "http://127.0.0.1:8420",
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    trace: "off",
    launchOptions: { executablePath: CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
});
