/** A completed interview with a report, written into the database of a test server. */

import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";

import type { Server } from "./server";

const ROOT = resolve(import.meta.dirname, "../../..");

export function storeReport(server: Server, interviewId: string): void {
  const script = join(import.meta.dirname, "store-report.py");
  execFileSync(join(ROOT, ".venv/bin/python"), [script, server.dataDir, interviewId], {
    cwd: ROOT,
    env: { ...process.env, PYTHONPATH: ROOT },
    stdio: "inherit",
  });
}
