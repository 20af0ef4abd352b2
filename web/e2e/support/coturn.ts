/** A real coturn on loopback, and the network between it and the browsers. */

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "./server";

const HOST = "127.0.0.1";

/** Tests that need coturn are skipped without it. */
export const HAS_COTURN = spawnSync("turnserver", ["--version"]).error === undefined;

export class Coturn {
  private readonly folder = mkdtempSync(join(tmpdir(), "greenroom-coturn-"));
  private process: ChildProcess | null = null;

  private constructor(readonly port: number) {}

  static async start(secret: string): Promise<Coturn> {
    const relay = new Coturn(await freePort());
    await relay.launch(secret);
    return relay;
  }

  url(transport: "udp" | "tcp"): string {
    return turnUrl(this.port, transport);
  }

  private async launch(secret: string): Promise<void> {
    this.process = spawn(
      "turnserver",
      [
        ["-n", "--no-cli", "--no-tls", "--no-dtls", "--log-file=stdout"],
        ["--realm=greenroom", "--use-auth-secret", `--static-auth-secret=${secret}`],
        [`--listening-ip=${HOST}`, `--listening-port=${String(this.port)}`],
        // Both browsers are on this machine.
        [`--relay-ip=${HOST}`, "--allow-loopback-peers"],
        [`--pidfile=${join(this.folder, "pid")}`, `--userdb=${join(this.folder, "turndb")}`],
      ].flat(),
      { stdio: "ignore" },
    );
    while (!(await accepts(this.port))) {
      if (this.process.exitCode !== null) throw new Error("coturn did not start");
    }
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = null;
    if (child?.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A network between browsers and a TURN server that can be cut: packets are then dropped, not kept. */
export class UdpNetwork {
  isCut = false;
  private readonly ways = new Map<string, Socket>();

  private constructor(
    private readonly entry: Socket,
    private readonly target: number,
  ) {
    entry.on("message", (packet, { address, port }) => {
      if (!this.isCut) this.findWay(address, port).send(packet, this.target, HOST);
    });
  }

  static async open(target: number): Promise<UdpNetwork> {
    const entry = createSocket("udp4");
    entry.bind(0, HOST);
    await once(entry, "listening");
    return new UdpNetwork(entry, target);
  }

  get url(): string {
    return turnUrl(this.entry.address().port, "udp");
  }

  close(): void {
    for (const socket of [this.entry, ...this.ways.values()]) socket.close();
  }

  /** The socket that stands for one of a browser's in front of the TURN server. */
  private findWay(address: string, port: number): Socket {
    const client = `${address}:${String(port)}`;
    const known = this.ways.get(client);
    if (known !== undefined) return known;
    const way = createSocket("udp4");
    way.on("message", (packet) => {
      if (!this.isCut) this.entry.send(packet, port, address);
    });
    this.ways.set(client, way);
    return way;
  }
}

function turnUrl(port: number, transport: "udp" | "tcp"): string {
  return `turn:${HOST}:${String(port)}?transport=${transport}`;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, HOST);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
