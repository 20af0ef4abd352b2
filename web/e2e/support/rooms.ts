/** Browsers with fake cameras and microphones, and the two sides of a room in them. */

import { chromium, expect, type Browser, type BrowserServer, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "../playwright.config";
import { signIn } from "./screens";
import { ADMIN, type Server } from "./server";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

type Viewport = typeof PHONE;
type Site = Pick<Server, "url">;

const OPTIONS = {
  executablePath: CHROMIUM_PATH,
  args: [...CHROMIUM_FLAGS, ...fakeMediaFlags()],
};

/** One browser a page, as two people have; `close` ends them all. */
export class Browsers {
  private readonly opened: (Browser | BrowserServer)[] = [];

  async openPage(viewport: Viewport): Promise<Page> {
    const browser = await chromium.launch(OPTIONS);
    this.opened.push(browser);
    return newPage(browser, viewport);
  }

  /** A page of a computer whose lid can be closed. */
  async openLaptop(viewport: Viewport): Promise<{ page: Page; laptop: Laptop }> {
    const browser = await chromium.launchServer(OPTIONS);
    this.opened.push(browser);
    const page = await newPage(await chromium.connect(browser.wsEndpoint()), viewport);
    const { pid } = browser.process();
    if (pid === undefined) throw new Error("the browser has ended");
    return { page, laptop: new Laptop(pid) };
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((browser) => browser.close()));
  }
}

/** All processes of a browser. */
export class Laptop {
  private readonly pid: number;

  constructor(pid: number) {
    this.pid = pid;
  }

  /** Freezes the browser, as when a laptop sleeps: sockets stay open, and time passes for the others only. */
  closeLid(): void {
    for (const pid of this.listProcesses()) process.kill(pid, "SIGSTOP");
  }

  openLid(): void {
    for (const pid of this.listProcesses().reverse()) process.kill(pid, "SIGCONT");
  }

  private listProcesses(): number[] {
    const parents = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number));
    const found = [this.pid];
    for (const parent of found) {
      found.push(...parents.filter(([, ppid]) => ppid === parent).map(([pid]) => pid ?? 0));
    }
    return found;
  }
}

async function newPage(browser: Browser, viewport: Viewport): Promise<Page> {
  const context = await browser.newContext({ viewport, permissions: ["camera", "microphone"] });
  return context.newPage();
}

/** Opens a candidate's link and agrees; ends at the device check. */
export async function openAsCandidate(page: Page, server: Site, token: string): Promise<void> {
  await page.goto(`${server.url}/room/candidate/${token}`);
  await page.getByRole("button", { name: "I Agree and Continue" }).click();
}

/** Signs in and opens the room; ends at the device check. */
export async function openAsRecruiter(page: Page, server: Site, token: string): Promise<void> {
  await signIn(page, server.url, ADMIN);
  await page.goto(`${server.url}/room/recruiter/${token}`);
}

export async function join(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Join the interview" }).click();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible({ timeout: 60_000 });
}

/** Elapsed seconds on the room's clock. */
export async function readTimer(page: Page): Promise<number> {
  const text = (await page.getByRole("timer").textContent()) ?? "";
  return text.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
