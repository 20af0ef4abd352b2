/** Two server processes on one PostgreSQL database and one Redis, behind Caddy with the rules of docs/scaling.md. */

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server as Relay } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { freePort, Server } from "./server";

const SCALING = resolve(import.meta.dirname, "../../../docs/scaling.md");
export const NAMES = ["a", "b"] as const;
export type Name = (typeof NAMES)[number];
const DOCUMENTED_PORTS = { a: "8421", b: "8422" };
/** Addresses of this machine from which a browser can come. The proxy chooses a server by them. */
const CLIENT_ADDRESSES = Array.from({ length: 20 }, (_, index) => `127.0.0.${String(index + 1)}`);

export class Cluster {
  private readonly relays: Relay[] = [];

  private constructor(
    private readonly folder: string,
    private readonly children: readonly ChildProcess[],
    readonly servers: Record<Name, Server>,
    private readonly port: number,
  ) {}

  /** `postgresql` is the URL of a PostgreSQL server's superuser. */
  static async start(postgresql: string): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), "greenroom-cluster-"));
    const database = new URL(postgresql);
    const name = `cluster_${randomUUID().replaceAll("-", "")}`;
    execFileSync("psql", [postgresql, "-qc", `CREATE DATABASE ${name} TEMPLATE template0`]);
    database.pathname = `/${name}`;
    const redisPort = await freePort();
    const redis = spawn(
      "redis-server",
      ["--bind", "127.0.0.1", "--port", String(redisPort), "--save", "", "--dir", folder],
      { stdio: "ignore" },
    );
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    const start = (one: Name) =>
      Server.start({
        models: false,
        environment: {
          GREENROOM_DATA_DIR: dataDir,
          GREENROOM_DATABASE_URL: database.href,
          GREENROOM_REDIS_URL: `redis://127.0.0.1:${String(redisPort)}/0`,
          GREENROOM_SERVER_NAME: one,
        },
      });
    // One after the other: the first makes the tables.
    const servers = { a: await start("a"), b: await start("b") };
    const port = await freePort();
    const config = join(folder, "Caddyfile");
    writeFileSync(config, readRules(servers, port));
    const caddy = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
      stdio: "ignore",
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    });
    return new Cluster(folder, [caddy, redis], servers, port);
  }

  /** An address of the proxy for browsers that it sends to the server `name`. */
  async addressOf(name: Name): Promise<string> {
    for (const clientAddress of CLIENT_ADDRESSES) {
      const url = `http://127.0.0.1:${String(await this.startRelay(clientAddress))}`;
      if ((await waitForName(url)) === name) return url;
    }
    throw new Error(`the proxy sends nobody to server ${name}`);
  }

  /** Passes connections on to the proxy as if they came from `clientAddress`; returns the port to connect to. */
  private async startRelay(clientAddress: string): Promise<number> {
    const port = await freePort();
    const relay = createServer((client) => {
      const proxy = connect({ host: "127.0.0.1", port: this.port, localAddress: clientAddress });
      client.pipe(proxy).pipe(client);
      client.on("error", () => proxy.destroy()).on("close", () => proxy.destroy());
      proxy.on("error", () => client.destroy()).on("close", () => client.destroy());
    });
    this.relays.push(relay);
    await new Promise<void>((ready) => relay.listen(port, "127.0.0.1", ready));
    return port;
  }

  async stop(): Promise<void> {
    for (const relay of this.relays) relay.close();
    for (const server of Object.values(this.servers)) await server.stop();
    for (const child of this.children) {
      if (child.exitCode !== null) continue;
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function waitForName(url: string): Promise<string> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const name = await readName(url);
    if (name !== undefined) return name;
    await new Promise((later) => setTimeout(later, 200));
  }
  throw new Error("the proxy does not answer");
}

async function readName(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/api/health`, { headers: { Connection: "close" } });
    const body = (await response.json()) as { cluster?: { server?: string } };
    return body.cluster?.server;
  } catch {
    return undefined;
  }
}

/** The documented configuration with the ports of this test. */
function readRules(servers: Record<Name, Server>, port: number): string {
  const [, documented] = /```caddyfile\n(.*?)```/s.exec(readFileSync(SCALING, "utf8")) ?? [];
  if (!documented) throw new Error("docs/scaling.md has no configuration of Caddy");
  let rules = documented.replace(
    /^ *interviews\.example\.com \{/m,
    `http://:${String(port)} {\n    bind 127.0.0.1`,
  );
  for (const name of NAMES) {
    rules = rules.replaceAll(
      `127.0.0.1:${DOCUMENTED_PORTS[name]}`,
      new URL(servers[name].url).host,
    );
  }
  return `{\n    admin off\n}\n${rules}`;
}
