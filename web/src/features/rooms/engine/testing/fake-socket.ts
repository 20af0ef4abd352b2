/** Fake Socket.IO socket whose server replies from a table of functions. */
import type { RoomSocket } from "../signaling";

export interface Emitted {
  event: string;
  payload: unknown;
}

export class FakeSocket implements RoomSocket {
  connected = false;
  active = true;
  readonly io: RoomSocket["io"] = { opts: {} };
  readonly emitted: Emitted[] = [];
  readonly replies = new Map<string, (payload: unknown) => unknown>();
  private readonly listeners = new Map<string, ((payload: unknown) => void)[]>();

  connect(): void {
    this.connected = true;
    this.receive("connect", undefined);
  }

  disconnect(): void {
    this.connected = false;
    this.receive("disconnect", "io client disconnect");
  }

  /** Simulates a lost network; the real client would reconnect automatically. */
  drop(): void {
    this.connected = false;
    this.receive("disconnect", "transport close");
  }

  on(event: string, listener: (payload: unknown) => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  timeout(): { emitWithAck: (event: string, payload: unknown) => Promise<unknown> } {
    return {
      emitWithAck: (event, payload) => {
        this.emitted.push({ event, payload });
        const reply = this.replies.get(event);
        return reply === undefined
          ? Promise.reject(new Error("timeout"))
          : Promise.resolve(reply(payload));
      },
    };
  }

  receive(event: string, payload: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload);
  }

  sent(event: string): unknown[] {
    return this.emitted.filter((one) => one.event === event).map((one) => one.payload);
  }
}
