/** Typed access to the server's Socket.IO endpoint: requests with acknowledgments, and subscriptions. */
import { io, type Socket } from "socket.io-client";
import { z } from "zod";

import { log } from "@/lib/log";

import {
  acknowledgmentSchemas,
  refusalSchema,
  serverEventSchemas,
  type Acknowledgment,
  type ClientEvent,
  type ClientPayload,
  type ServerEvent,
  type ServerPayload,
} from "./socket-events";

const ACKNOWLEDGMENT_TIMEOUT_MS = 10_000;

/** The part of a Socket.IO client socket that requests and subscriptions use. */
export interface EventSocket {
  on: (event: string, listener: (payload: unknown) => void) => unknown;
  timeout: (ms: number) => { emitWithAck: (event: string, payload: unknown) => Promise<unknown> };
}

interface RefusalFields {
  message: string;
  code: string;
  server?: string | undefined;
}

/** A request the server refused: a sentence for people and a code for the program. */
export class SocketRefusal extends Error {
  readonly code: string;
  /** The server process that has the room, if it is another one. */
  readonly server: string | null;

  constructor({ message, code, server }: RefusalFields) {
    super(message);
    this.name = "SocketRefusal";
    this.code = code;
    this.server = server ?? null;
  }
}

/**
 * Creates a connection that is not open yet. Its owner opens and closes it.
 *
 * `token` is a session token or candidate token, read at each connection attempt: the server refuses sockets
 * that show none.
 */
export function createSocket(token: () => string): Socket {
  return io({
    path: "/socket.io",
    autoConnect: false,
    auth: (send) => {
      send({ token: token() });
    },
    // Starting with polling would lose the order of binary frames behind a proxy without sticky sessions.
    transports: ["websocket", "polling"],
    timeout: 10_000,
    reconnectionDelay: 500,
    reconnectionDelayMax: 1000,
  });
}

/** Sends an event and waits for its acknowledgment. Raises SocketRefusal, and Error if none arrives in time. */
export async function request<E extends ClientEvent>(
  socket: EventSocket,
  event: E,
  payload: ClientPayload<E>,
): Promise<Acknowledgment<E>> {
  const reply = await socket.timeout(ACKNOWLEDGMENT_TIMEOUT_MS).emitWithAck(event, payload);
  const refusal = refusalSchema.safeParse(reply);
  if (refusal.success) throw new SocketRefusal(refusal.data);
  return acknowledgmentSchemas[event].parse(reply);
}

const connectRefusal = z.object({ message: z.string(), data: z.object({ code: z.string() }) });

/** The server's reason if it refused the connection, or null if there was no connection at all. */
export function readConnectRefusal(error: unknown): SocketRefusal | null {
  const refused = connectRefusal.safeParse(error);
  if (!refused.success) return null;
  return new SocketRefusal({ message: refused.data.message, code: refused.data.data.code });
}

/** Calls `handle` with each payload of an event. A payload that breaks the contract is dropped. */
export function subscribe<E extends ServerEvent>(
  socket: EventSocket,
  event: E,
  handle: (payload: ServerPayload<E>) => void,
): void {
  socket.on(event, (payload) => {
    const parsed = serverEventSchemas[event].safeParse(payload);
    if (parsed.success) handle(parsed.data);
    else log.warn("invalid_socket_payload", event);
  });
}
