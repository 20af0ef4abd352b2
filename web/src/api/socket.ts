import { io, type Socket } from "socket.io-client";

/**
 * A connection to the server's Socket.IO endpoint, not yet opened. Each room owns one and closes
 * it. Payloads are parsed by their reader: nothing here is typed beyond `unknown`.
 */
export function createSocket(): Socket {
  return io({
    path: "/socket.io",
    autoConnect: false,
    // Polling first would lose the order of binary frames against a proxy without sticky sessions.
    transports: ["websocket", "polling"],
    // Document 001 §7.
    timeout: 10_000,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
  });
}
