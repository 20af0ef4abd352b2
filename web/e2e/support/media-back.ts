/** How soon the pictures of the other person move again. */

import { expect, type Page } from "@playwright/test";

/** The frames of the other person's video that the page has shown so far. */
function countRemoteFrames(page: Page): Promise<number> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll("video"))
      // One's own video is muted.
      .filter((video) => !video.muted)
      .reduce((sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames, 0),
  );
}

/** Milliseconds until all pages show new frames. A new connection counts them from 0. */
async function waitForFrames(pages: Page[]): Promise<number> {
  const began = Date.now();
  const last = await Promise.all(pages.map(countRemoteFrames));
  const fresh = pages.map(() => 0);
  await expect
    .poll(
      async () => {
        const now = await Promise.all(pages.map(countRemoteFrames));
        now.forEach((count, index) => {
          const before = last[index] ?? 0;
          fresh[index] = (fresh[index] ?? 0) + (count >= before ? count - before : count);
          last[index] = count;
        });
        return fresh.every((count) => count >= 3);
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBe(true);
  return Date.now() - began;
}

/**
 * Cuts the network of the first page for 5 s, twenty times, and prints how long the pictures need afterwards.
 *
 * `setCut` cuts the way of sound and video, or restores it.
 */
export async function measureCuts(
  pages: [Page, ...Page[]],
  setCut: (isCut: boolean) => void,
): Promise<void> {
  const [first] = pages;
  const times: number[] = [];
  for (let cut = 0; cut < 20; cut += 1) {
    setCut(true);
    await first.context().setOffline(true);
    await first.waitForTimeout(5_000);
    await first.context().setOffline(false);
    setCut(false);
    times.push(await waitForFrames(pages));
    await first.waitForTimeout(3_000);
  }
  times.sort((one, other) => one - other);
  process.stdout.write(`Milliseconds until both see each other again: ${times.join(", ")}\n`);
}
