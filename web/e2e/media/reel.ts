/** Film editing: screenshots to video with ffmpeg. */

import type { Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FRAME_SECONDS = 1 / 25;
const FADE_SECONDS = 0.36;
const MOVE_FRAMES = 16;
const POINTER = `<svg xmlns="http://www.w3.org/2000/svg" width="22" height="26" viewBox="0 0 22 26"><path d="M3 2v19l5-4.6 3.4 7.6 3.3-1.5-3.3-7.4 7-.6z" fill="#1c1b18" stroke="#fff" stroke-width="1.6" stroke-linejoin="round"/></svg>`;

interface Frame {
  file: string;
  seconds: number;
}

const ease = (share: number) => share * share * (3 - 2 * share);

/** Screenshots with display times, in scenes that fade into each other. */
export class Reel {
  private readonly scenes: Frame[][] = [];
  private count = 0;
  private pointer = { x: 640, y: 760 };

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Begin a scene on `page`, with the pointer where it was. */
  async scene(page: Page): Promise<void> {
    this.scenes.push([]);
    await page.evaluate((svg) => {
      const pointer = document.createElement("div");
      pointer.id = "film-pointer";
      pointer.style.cssText =
        "position:fixed;z-index:9999;left:0;top:0;pointer-events:none;transition:none!important";
      pointer.innerHTML = svg;
      document.body.append(pointer);
    }, POINTER);
    await this.place(page);
  }

  /** Show the page unchanged for `seconds`. */
  async hold(page: Page, seconds: number): Promise<void> {
    const file = join(this.folder, `${String((this.count += 1)).padStart(4, "0")}.png`);
    await page.screenshot({ path: file, caret: "hide" });
    this.scenes.at(-1)?.push({ file, seconds });
  }

  /** Move the pointer to the middle of `target`. */
  async pointAt(page: Page, target: ReturnType<Page["locator"]>): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error("There is nothing to point at.");
    const from = this.pointer;
    const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    for (let step = 1; step <= MOVE_FRAMES; step += 1) {
      const share = ease(step / MOVE_FRAMES);
      this.pointer = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await this.place(page);
      if (step === MOVE_FRAMES) await page.mouse.move(to.x, to.y);
      await this.hold(page, FRAME_SECONDS);
    }
  }

  /** Scroll the window by `pixels` in `frames` pictures. */
  async scroll(page: Page, pixels: number, frames: number): Promise<void> {
    const from = await page.evaluate(() => window.scrollY);
    for (let step = 1; step <= frames; step += 1) {
      const y = from + pixels * ease(step / frames);
      await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
      await this.hold(page, FRAME_SECONDS);
    }
  }

  private async place(page: Page): Promise<void> {
    await page.evaluate(({ x, y }) => {
      const pointer = document.getElementById("film-pointer");
      if (pointer) pointer.style.transform = `translate(${String(x)}px, ${String(y)}px)`;
    }, this.pointer);
  }

  get seconds(): number {
    return this.scenes.flat().reduce((sum, frame) => sum + frame.seconds, 0);
  }

  /** Write `name`.webm (VP9), `name`.mp4 (H.264) and the poster `name`.webp into `target`. */
  write(target: string, name: string): void {
    const inputs: string[] = [];
    const filters: string[] = [];
    let last = "0:v";
    let offset = 0;
    this.scenes.forEach((frames, index) => {
      const list = join(this.folder, `scene-${String(index)}.txt`);
      const lines = frames.map(
        ({ file, seconds }) => `file '${file}'\nduration ${seconds.toFixed(4)}`,
      );
      // The concat demuxer shows the last picture only when it is named again.
      lines.push(`file '${frames.at(-1)?.file ?? ""}'`);
      writeFileSync(list, lines.join("\n"));
      inputs.push("-f", "concat", "-safe", "0", "-i", list);
      filters.push(`[${String(index)}:v]fps=25,format=yuv420p,settb=AVTB[s${String(index)}]`);
    });
    this.scenes.forEach((frames, index) => {
      const length = frames.reduce((sum, frame) => sum + frame.seconds, 0);
      if (index === 0) {
        last = "s0";
      } else {
        filters.push(
          `[${last}][s${String(index)}]xfade=transition=fade:duration=${String(FADE_SECONDS)}` +
            `:offset=${(offset - FADE_SECONDS).toFixed(3)}[x${String(index)}]`,
        );
        last = `x${String(index)}`;
        offset -= FADE_SECONDS;
      }
      offset += length;
    });
    const raw = join(this.folder, "film.mkv");
    ffmpeg(
      ...inputs,
      "-filter_complex",
      filters.join(";"),
      "-map",
      `[${last}]`,
      "-c:v",
      "ffv1",
      raw,
    );
    const out = join(target, name);
    ffmpeg(
      ...["-i", raw, "-c:v", "libvpx-vp9", "-crf", "43", "-b:v", "0", "-row-mt", "1"],
      ...["-deadline", "good", "-cpu-used", "2", "-g", "250", "-an", `${out}.webm`],
    );
    ffmpeg(
      ...["-i", raw, "-c:v", "libx264", "-crf", "27", "-preset", "slow", "-tune", "animation"],
      ...["-pix_fmt", "yuv420p", "-movflags", "+faststart", "-an", `${out}.mp4`],
    );
    const first = this.scenes[0]?.[0];
    if (first) ffmpeg("-i", first.file, "-c:v", "libwebp", "-quality", "82", `${out}.webp`);
  }
}

/** Convert a PNG to a WebP small enough for a page. */
export function toWebp(png: string, webp: string): void {
  ffmpeg("-i", png, "-c:v", "libwebp", "-quality", "82", "-compression_level", "6", webp);
}

export function ffmpeg(...options: string[]): void {
  execFileSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...options]);
}
