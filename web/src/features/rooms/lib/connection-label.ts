import type { ConnectionStatus, PeerStatus } from "../engine/room-state";

export type ConnectionTone = "green" | "yellow" | "red" | "grey";

export interface ConnectionLabel {
  label: string;
  tone: ConnectionTone;
}

const LABELS = {
  idle: { label: "Not connected", tone: "grey" },
  connecting: { label: "Connecting...", tone: "yellow" },
  connected: { label: "Connected", tone: "green" },
  disconnected: { label: "Disconnected", tone: "red" },
  error: { label: "Connection Error", tone: "red" },
  replaced: { label: "Open in another tab", tone: "grey" },
} as const satisfies Record<ConnectionStatus, ConnectionLabel>;

/** One label for the line to the server and the one to the other person: the worse of the two. */
export function connectionLabel(connection: ConnectionStatus, peer: PeerStatus): ConnectionLabel {
  if (connection === "connected" && peer === "failed") {
    return { label: "Connection Failed", tone: "red" };
  }
  return LABELS[connection];
}

/** The candidate room calls itself connected once its interview has loaded (doc 001 'Candidate room'). */
export function candidateConnectionLabel(
  loading: "pending" | "error" | "success",
  connection: ConnectionStatus,
  peer: PeerStatus,
): ConnectionLabel {
  if (loading === "pending") return LABELS.idle;
  if (loading === "error") return LABELS.error;
  return connection === "idle" ? LABELS.connected : connectionLabel(connection, peer);
}
