/** A TURN server that is reached over TCP only. */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");

export class TurnRelay {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(secret: string): Promise<TurnRelay> {
    const script = join(import.meta.dirname, "turn-relay.py");
    const child = spawn(join(ROOT, ".venv/bin/python"), [script, secret], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    return new TurnRelay(`turn:127.0.0.1:${port.toString().trim()}?transport=tcp`, child);
  }

  /** Cut the network between the two browsers, or restore it. */
  toggleNetwork(): void {
    this.process.kill("SIGUSR1");
  }

  stop(): void {
    this.process.kill("SIGTERM");
  }
}
