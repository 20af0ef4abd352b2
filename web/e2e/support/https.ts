/** Browsers with authorities of their own, for servers that speak HTTPS. */

import { chromium, type Browser } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";

import { CHROMIUM_FLAGS, CHROMIUM_PATH, fakeMediaFlags } from "../playwright.config";

/** A name of this machine that browsers do not take for their own machine, unlike `localhost`. */
export const LAN_NAME = "interviews.example.lan";

/** A browser for which LAN_NAME is this machine; it trusts the authorities of the folder `home`. */
export function launchInLan(home: string, media: { audioWav?: string } = {}): Promise<Browser> {
  mkdirSync(storeOf(home), { recursive: true });
  const flags = CHROMIUM_FLAGS.map((flag) =>
    flag.startsWith("--host-resolver-rules=") ? `${flag}, MAP ${LAN_NAME} 127.0.0.1` : flag,
  );
  return chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...flags, ...fakeMediaFlags(media)],
    env: { ...process.env, HOME: home },
  });
}

/** Install a CA certificate for the browsers of `home`, as their settings page does. They read it when they start. */
export function trustAuthority(home: string, authority: string): void {
  const store = storeOf(home);
  mkdirSync(store, { recursive: true });
  const certutil = (...words: string[]) =>
    execFileSync("certutil", ["-d", `sql:${store}`, ...words]);
  certutil("-N", "--empty-password");
  certutil("-A", "-n", "Greenroom", "-t", "C,,", "-i", authority);
}

/** Whether a server answers over HTTPS at this port, with a certificate of `authority`. */
export function isServing(port: string, authority: string): Promise<boolean> {
  return new Promise((found) => {
    const request = get(
      `https://127.0.0.1:${port}/api/health/live`,
      { ca: readFileSync(authority) },
      (response) => {
        response.resume();
        found(response.statusCode === 200);
      },
    );
    request.on("error", () => found(false));
  });
}

function storeOf(home: string): string {
  return join(home, ".pki/nssdb");
}
