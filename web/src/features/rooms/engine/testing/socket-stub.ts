/** Sockets of room tests. Shared, because test files of one worker share the modules that were mocked first. */
import { FakeSocket } from "./fake-socket";

/** Those that the running test opened. */
export const sockets: FakeSocket[] = [];

/** What the server replies to a join; set before each test. */
export const server: { join: () => unknown } = { join: () => ({ success: false }) };

export function createFakeSocket(): FakeSocket {
  const socket = new FakeSocket();
  socket.replies.set("join-room", () => server.join());
  sockets.push(socket);
  return socket;
}
