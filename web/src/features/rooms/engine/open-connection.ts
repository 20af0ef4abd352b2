/** Opening of a WebRTC connection with the servers from the settings. */
import type { IceServers } from "./protocol";

export function openConnection(
  iceServers: IceServers,
  iceTransportPolicy: RTCIceTransportPolicy = "all",
): RTCPeerConnection {
  return new RTCPeerConnection({
    iceTransportPolicy,
    iceServers: iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(typeof username === "string" ? { username } : {}),
      ...(typeof credential === "string" ? { credential } : {}),
    })),
  });
}
