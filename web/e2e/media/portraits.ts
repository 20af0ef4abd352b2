/** Camera and microphone files of the video's participants. */

import type { Browser } from "@playwright/test";
import { join } from "node:path";

import { ffmpeg } from "./reel";

/** Drawn portraits for the fake cameras. */
const PORTRAITS = {
  candidate: {
    wall: "#c9c2b4",
    shelf: "#b3aa99",
    hair: "#5a4030",
    skin: "#d9ae8f",
    top: "#3d6b5c",
  },
  recruiter: {
    wall: "#aeb6b3",
    shelf: "#98a19e",
    hair: "#2e2a28",
    skin: "#a9795a",
    top: "#5c5148",
  },
};

function drawing(who: keyof typeof PORTRAITS): string {
  const { wall, shelf, hair, skin, top } = PORTRAITS[who];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360">
    <defs>
      <filter id="far"><feGaussianBlur stdDeviation="9"/></filter>
      <filter id="near"><feGaussianBlur stdDeviation="1.4"/></filter>
    </defs>
    <rect width="640" height="360" fill="${wall}"/>
    <g filter="url(#far)">
      <rect x="40" y="40" width="150" height="210" fill="${shelf}"/>
      <rect x="470" y="-10" width="140" height="190" fill="#e9e6dd"/>
      <circle cx="110" cy="250" r="46" fill="#7d8b6f"/>
    </g>
    <g filter="url(#near)">
      <path d="M236 214c-8-92 22-138 84-138s92 46 84 138c-4 40-30 62-84 62s-80-22-84-62z" fill="${hair}"/>
      <path d="M170 372c6-74 58-104 150-104s144 30 150 104z" fill="${top}"/>
      <path d="M288 222h64v52c0 20-64 20-64 0z" fill="${skin}"/>
      <path d="M288 244c18 14 46 14 64 0v14c-18 12-46 12-64 0z" fill="#000" opacity=".1"/>
      <ellipse cx="320" cy="178" rx="58" ry="72" fill="${skin}"/>
      <path d="M262 170c-2-58 26-82 60-80 38 2 60 30 56 82-10-30-28-46-50-50-26 6-52 16-66 48z" fill="${hair}"/>
      <ellipse cx="299" cy="180" rx="5" ry="4" fill="#33261f"/>
      <ellipse cx="341" cy="180" rx="5" ry="4" fill="#33261f"/>
      <path d="M290 166q9-5 18 0M332 166q9-5 18 0" stroke="#33261f" stroke-width="3" fill="none" opacity=".7"/>
      <path d="M303 216q17 11 34 0" stroke="#7a4a3c" stroke-width="4" fill="none" stroke-linecap="round"/>
    </g>
  </svg>`;
}

/** Write a camera file for Chromium and a silent microphone file. */
export async function deviceFiles(
  browser: Browser,
  folder: string,
  who: keyof typeof PORTRAITS,
): Promise<{ videoY4m: string; audioWav: string }> {
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
  await page.setContent(`<style>body{margin:0}</style>${drawing(who)}`);
  const png = join(folder, `${who}.png`);
  await page.screenshot({ path: png });
  await page.close();
  const videoY4m = join(folder, `${who}.y4m`);
  ffmpeg("-loop", "1", "-i", png, "-t", "0.4", "-r", "10", "-pix_fmt", "yuv420p", videoY4m);
  const audioWav = join(folder, "silence.wav");
  ffmpeg("-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-t", "5", audioWav);
  return { videoY4m, audioWav };
}
