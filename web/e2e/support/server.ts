/** A `greenroom serve` process for the browser tests. */

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "../../..");

export const ADMIN = { username: "ada", password: "a long e2e password" };

const NO_MODELS = Object.fromEntries(
  ["LLM", "SPEECH", "EMBEDDINGS"].flatMap((engine) => [
    [`GREENROOM_${engine}_PROVIDER`, "openai"],
    [`GREENROOM_${engine}_BASE_URL`, "http://127.0.0.1:9/v1"],
    [`GREENROOM_${engine}_MODEL`, "none"],
  ]),
);

const FIRST_ADMIN = {
  GREENROOM_ADMIN_USERNAME: ADMIN.username,
  GREENROOM_ADMIN_PASSWORD: ADMIN.password,
};

export async function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === "object") found(address.port);
        else failed(new Error("no port"));
      });
    });
  });
}

/** A `greenroom serve` process on a free port with its own data folder; models are those of `make run`. */
export class Server {
  private process: ChildProcess | null = null;
  private output = "";

  private constructor(
    readonly url: string,
    private readonly port: number,
    readonly dataDir: string,
    private readonly environment: Record<string, string>,
  ) {}

  /** With `models: false` the engines point at an address that refuses connections, and no weights are loaded. */
  static async start({
    models = true,
    admin = true,
    environment = {},
  }: {
    models?: boolean;
    /** Whether an administrator exists; without one, the server prints a setup code. */
    admin?: boolean;
    environment?: Record<string, string>;
  } = {}): Promise<Server> {
    const port = await freePort();
    const server = new Server(
      `http://127.0.0.1:${String(port)}`,
      port,
      mkdtempSync(join(tmpdir(), "greenroom-e2e-")),
      { ...(models ? {} : NO_MODELS), ...(admin ? FIRST_ADMIN : {}), ...environment },
    );
    await server.launch();
    return server;
  }

  /** Start the process, or restart it on the same data. */
  async launch(): Promise<void> {
    const dataHome = join(homedir(), ".local/share/greenroom");
    const child = spawn(join(ROOT, ".venv/bin/greenroom"), ["serve", "--migrate"], {
      cwd: ROOT,
      env: {
        ...process.env,
        // Compiled once, even where this is switched off: otherwise each start takes a second more.
        PYTHONDONTWRITEBYTECODE: "",
        GREENROOM_PORT: String(this.port),
        GREENROOM_DATA_DIR: this.dataDir,
        GREENROOM_MODELS_DIR:
          process.env.GREENROOM_MODELS_DIR ??
          join(process.env.GREENROOM_DATA_DIR ?? dataHome, "models"),
        ...this.environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", (text: Buffer) => (this.output += text.toString()));
    child.stderr.on("data", (text: Buffer) => (this.output += text.toString()));
    this.process = child;
    const deadline = Date.now() + 120_000;
    for (;;) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`the server did not start:\n${this.output.slice(-4000)}`);
      }
      if (await this.isReady()) return;
      await new Promise((later) => setTimeout(later, 200));
    }
  }

  private async isReady(): Promise<boolean> {
    try {
      const response = await fetch(`${this.url}/api/health`);
      return response.ok;
    } catch {
      return false;
    }
  }

  /** End the process as a power cut would (SIGKILL). */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = null;
    if (child?.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = null;
    if (child?.exitCode === null) {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Runs a `greenroom` command on the data of this server. */
  async run(...words: string[]): Promise<void> {
    await promisify(execFile)(join(ROOT, ".venv/bin/greenroom"), words, {
      cwd: ROOT,
      env: { ...process.env, GREENROOM_DATA_DIR: this.dataDir },
    });
  }

  /** Makes every session an hour older, for what needs a recent sign-in. */
  async ageSessions(): Promise<void> {
    const script = join(import.meta.dirname, "age-sessions.py");
    await promisify(execFile)(join(ROOT, ".venv/bin/python"), [script, this.dataDir], {
      cwd: ROOT,
      env: { ...process.env, PYTHONPATH: ROOT },
    });
  }

  /** The code that the server prints while it has no administrator. */
  get setupCode(): string {
    const [, code] = /setup code: (\S+)/.exec(this.output) ?? [];
    if (!code) throw new Error(`no setup code was printed:\n${this.output.slice(-4000)}`);
    return code;
  }

  get log(): string {
    return this.output;
  }
}
