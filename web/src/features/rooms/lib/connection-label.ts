/** Labels and colors of the connection status. */
import type { ConnectionStatus, PeerStatus } from "../engine/room-state";

export type ConnectionTone = "green" | "yellow" | "red" | "gray";

export interface ConnectionLabel {
  /** Key under `connection`, or a state without its own text, shown unchanged. */
  label: string;
  tone: ConnectionTone;
}

const LABELS = {
  idle: { label: "idle", tone: "gray" },
  connecting: { label: "connecting", tone: "yellow" },
  connected: { label: "connected", tone: "green" },
  disconnected: { label: "disconnected", tone: "red" },
  error: { label: "error", tone: "red" },
  replaced: { label: "replaced", tone: "gray" },
  failed: { label: "failed", tone: "red" },
} as const satisfies Record<ConnectionStatus | "failed", ConnectionLabel>;

/**
 * One label for the connections to the server and to the other participant: the worse of the two.
 *
 * A state of WebRTC that is not known is shown as it is, in gray.
 */
export function connectionLabel(connection: ConnectionStatus, peer: PeerStatus): ConnectionLabel {
  if (connection !== "connected" || peer === "idle") return LABELS[connection];
  return peer in LABELS ? LABELS[peer as keyof typeof LABELS] : { label: peer, tone: "gray" };
}

export function isKnownLabel(label: string): label is keyof typeof LABELS {
  return label in LABELS;
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
