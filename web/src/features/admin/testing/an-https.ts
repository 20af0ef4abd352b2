/** The HTTPS state of a server, for tests. */
import type { Https } from "../api/types";

export function anHttps(changes: Partial<Https> = {}): Https {
  return {
    certificate: null,
    publicUrl: null,
    isPending: false,
    isLocked: false,
    suggestedNames: ["192.168.1.20", "greenroom"],
    ...changes,
  };
}

export const LOCAL_CERTIFICATE: NonNullable<Https["certificate"]> = {
  source: "authority",
  names: ["192.168.1.20", "localhost"],
  endsAt: "2027-12-30T00:00:00Z",
  fingerprint: "AA:BB",
  problem: null,
};
