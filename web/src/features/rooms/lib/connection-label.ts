/** Labels and colors of the connection status. */
import type { ConnectionStatus, PeerStatus } from "../engine/room-state";

export type ConnectionTone = "green" | "yellow" | "red" | "grey";

export interface ConnectionLabel {
  /** Translation key under `connection`. */
  label: ConnectionStatus | "failed";
  tone: ConnectionTone;
}

const LABELS = {
  idle: { label: "idle", tone: "grey" },
  connecting: { label: "connecting", tone: "yellow" },
  connected: { label: "connected", tone: "green" },
  disconnected: { label: "disconnected", tone: "red" },
  error: { label: "error", tone: "red" },
  replaced: { label: "replaced", tone: "grey" },
} as const satisfies Record<ConnectionStatus, ConnectionLabel>;

/** One label for the connections to the server and to the other participant: the worse of the two. */
export function connectionLabel(connection: ConnectionStatus, peer: PeerStatus): ConnectionLabel {
  if (connection === "connected" && peer === "failed") {
    return { label: "failed", tone: "red" };
  }
  return LABELS[connection];
}

/** The candidate room counts as connected as soon as its interview has loaded. */
export function candidateConnectionLabel(
  loading: "pending" | "error" | "success",
  connection: ConnectionStatus,
  peer: PeerStatus,
): ConnectionLabel {
  if (loading === "pending") return LABELS.idle;
  if (loading === "error") return LABELS.error;
  return connection === "idle" ? LABELS.connected : connectionLabel(connection, peer);
}
