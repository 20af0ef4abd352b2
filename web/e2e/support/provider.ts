/** An OpenID Connect provider for the sign-in tests. */

import { spawn, type ChildProcess } from "node:child_process";
import { join, resolve } from "node:path";

import { freePort } from "./server";

const ROOT = resolve(import.meta.dirname, "../../..");

/** An OpenID Connect provider process on loopback. It asks only for a subject. */
export class Provider {
  private constructor(
    readonly issuer: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(users: Record<string, unknown>[]): Promise<Provider> {
    const port = await freePort();
    const child = spawn(
      join(ROOT, ".venv/bin/oidc-provider-mock"),
      [
        "--port",
        String(port),
        "--require-nonce",
        "true",
        ...users.flatMap((claims) => ["--user-claims", JSON.stringify(claims)]),
      ],
      { stdio: "ignore" },
    );
    const issuer = `http://127.0.0.1:${String(port)}`;
    const deadline = Date.now() + 30_000;
    for (;;) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error("the identity provider did not start");
      }
      try {
        if ((await fetch(`${issuer}/.well-known/openid-configuration`)).ok) break;
      } catch {
        await new Promise((later) => setTimeout(later, 100));
      }
    }
    return new Provider(issuer, child);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGTERM");
    await ended;
  }
}
