/** An SMTP server for the browser tests, and a reader of the emails it received. */

import { expect } from "@playwright/test";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { freePort } from "./server";

const PYTHON = resolve(import.meta.dirname, "../../../.venv/bin/python");
const READER = join(import.meta.dirname, "calendar-of-mail.py");

/** An email with its calendar event, or a calendar file alone; `start` and `end` in UTC. */
export interface ReadMail {
  to?: string;
  body?: string;
  contentMethod?: string | null;
  method?: string | null;
  timezones?: string[];
  uid?: string;
  sequence?: number;
  status?: string | null;
  start?: string;
  localStart?: string;
  end?: string;
  description?: string;
}

/** Read calendars with another library than the one that wrote them. */
export function readCalendars(files: string[]): ReadMail[] {
  if (files.length === 0) return [];
  return JSON.parse(execFileSync(PYTHON, [READER, ...files]).toString()) as ReadMail[];
}

/** An SMTP server process that keeps the emails it receives in a folder. */
export class MailServer {
  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(): Promise<MailServer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "greenroom-mail-"));
    const listen = `127.0.0.1:${String(port)}`;
    const handler = ["-c", "aiosmtpd.handlers.Mailbox", join(folder, "box")];
    const process = spawn(PYTHON, ["-m", "aiosmtpd", "-n", "-l", listen, ...handler], {
      stdio: "ignore",
    });
    const server = new MailServer(process, port, folder);
    await server.waitUntilReady();
    return server;
  }

  private async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!(await this.isReachable())) {
      if (this.process.exitCode !== null || Date.now() > deadline) {
        throw new Error("the mail server did not start");
      }
      await new Promise((later) => setTimeout(later, 100));
    }
  }

  private isReachable(): Promise<boolean> {
    return new Promise((found) => {
      const socket = connect(this.port, "127.0.0.1");
      socket.once("connect", () => found(true)).once("error", () => found(false));
      socket.once("connect", () => socket.destroy());
    });
  }

  /** Environment of a Greenroom server that sends its emails here. */
  get environment(): Record<string, string> {
    return {
      GREENROOM_SMTP_HOST: "127.0.0.1",
      GREENROOM_SMTP_PORT: String(this.port),
      GREENROOM_SMTP_SECURITY: "none",
      GREENROOM_MAIL_FROM: "greenroom@agency.example",
    };
  }

  /** All emails received so far. */
  emails(): ReadMail[] {
    const box = join(this.folder, "box/new");
    if (!existsSync(box)) return [];
    return readCalendars(readdirSync(box).map((name) => join(box, name)));
  }

  /** Wait until each recipient has the invitation or cancellation with this sequence number. */
  async waitUntilSent(
    method: "REQUEST" | "CANCEL",
    sequence: number,
    recipients: string[],
  ): Promise<Record<string, ReadMail>> {
    let found: ReadMail[] = [];
    await expect
      .poll(
        () => {
          found = this.emails().filter((one) => one.method === method && one.sequence === sequence);
          return found.map(({ to }) => to).sort();
        },
        { timeout: 60_000, intervals: [1000] },
      )
      .toEqual([...recipients].sort());
    return Object.fromEntries(found.map((one) => [one.to ?? "", one]));
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      const ended = new Promise((done) => this.process.once("exit", done));
      this.process.kill("SIGTERM");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
