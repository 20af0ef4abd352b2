/** Stripe for the browser tests: a fake process with a payment page. localstripe has no checkout. */

import { spawn, type ChildProcess } from "node:child_process";
import { delimiter, join, resolve } from "node:path";

import { freePort } from "./server";

const ROOT = resolve(import.meta.dirname, "../../..");
const WEBHOOK_SECRET = "whsec_of_the_tests";

/** The process of `tests/fakes/stripe_pages.py` on loopback. */
export class Stripe {
  private constructor(
    private readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<Stripe> {
    const port = await freePort();
    const child = spawn(
      join(ROOT, ".venv/bin/python"),
      ["-m", "tests.fakes.stripe_pages", String(port), WEBHOOK_SECRET],
      { cwd: ROOT, stdio: "ignore" },
    );
    const url = `http://127.0.0.1:${String(port)}`;
    const deadline = Date.now() + 60_000;
    for (;;) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error("the fake of Stripe did not start");
      }
      try {
        await fetch(`${url}/v1/subscriptions`);
        break;
      } catch {
        await new Promise((later) => setTimeout(later, 100));
      }
    }
    return new Stripe(url, child);
  }

  /** Settings of a server that takes payments here. */
  get environment(): Record<string, string> {
    return {
      GREENROOM_BILLING_MODE: "stripe",
      GREENROOM_STRIPE_SECRET_KEY: "sk_test_of_the_tests",
      GREENROOM_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      GREENROOM_STRIPE_PRICE_STARTER: "price_starter",
      GREENROOM_STRIPE_PRICE_GROWTH: "price_growth",
      GREENROOM_STRIPE_PRICE_TOP_UP: "price_top_up",
      // The watchdog starts its server without PYTHONPATH, which leads the library to the fake.
      GREENROOM_WATCHDOG_SECONDS: "0",
      PYTHONPATH: [join(ROOT, "tests/fakes/stripe_address"), ROOT].join(delimiter),
      STRIPE_ADDRESS: this.url,
      NO_PROXY: "127.0.0.1",
    };
  }

  /** Send events to this server from now on. */
  sendEventsTo(server: string): Promise<void> {
    return this.post("webhook", { url: `${server}/api/billing/stripe/webhook` });
  }

  /** Begin the next period of every subscription; returns after the server took the events. */
  renew(): Promise<void> {
    return this.post("renew", {});
  }

  private async post(action: string, values: Record<string, string>): Promise<void> {
    const response = await fetch(`${this.url}/test/${action}`, {
      method: "POST",
      body: new URLSearchParams(values),
    });
    if (!response.ok) throw new Error(`${action}: ${String(response.status)}`);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGTERM");
    await ended;
  }
}
