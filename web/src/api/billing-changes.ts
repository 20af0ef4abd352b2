/** Changes of the signed-in user's billing account, as the server announces them over the socket. */
import type { Socket } from "socket.io-client";

import { readSessionToken } from "./session-token";
import { createSocket, request, subscribe } from "./socket";

const sessionToken = () => readSessionToken() ?? "";
const openSocket = () => createSocket(sessionToken);

/**
 * Calls `onChange` at every change until the returned function is called, and after every reconnection: the
 * server keeps no events for a disconnected socket.
 */
export function watchBilling(onChange: () => void, socket: Socket = openSocket()): () => void {
  let isClosed = false;
  let wasLive = false;
  socket.on("connect", () => {
    request(socket, "watch-billing", { token: sessionToken() }).then(
      () => {
        if (wasLive && !isClosed) onChange();
        wasLive = true;
      },
      // Refused: the next request over HTTP says why.
      () => undefined,
    );
  });
  subscribe(socket, "billing-changed", () => {
    if (!isClosed) onChange();
  });
  socket.connect();
  return () => {
    isClosed = true;
    socket.removeAllListeners();
    socket.close();
  };
}
