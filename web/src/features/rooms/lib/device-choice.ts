/** The devices that a person has chosen, kept in this browser for the next interview. */
import { z } from "zod";

import { readStored, writeStored } from "@/lib/local-storage";

const STORED_AS = "greenroom-devices";

export interface Device {
  id: string;
  label: string;
}

const storedDevice = z
  .union([
    z.object({ id: z.string(), label: z.string() }),
    // Earlier versions stored the id alone.
    z.string().transform((id): Device => ({ id, label: "" })),
  ])
  .nullable()
  .catch(null);
/** Null leaves the choice to the browser. */
const deviceChoice = z.object({
  camera: storedDevice,
  microphone: storedDevice,
  speaker: storedDevice,
});
export type DeviceChoice = z.infer<typeof deviceChoice>;
export type DeviceKind = keyof DeviceChoice;

const NO_CHOICE: DeviceChoice = { camera: null, microphone: null, speaker: null };

export function readDeviceChoice(): DeviceChoice {
  try {
    return deviceChoice.parse(JSON.parse(readStored(STORED_AS) ?? ""));
  } catch {
    return NO_CHOICE;
  }
}

export function storeDeviceChoice(choice: DeviceChoice): void {
  writeStored(STORED_AS, JSON.stringify(choice));
}

/**
 * The listed device with the name of a chosen one whose id is not listed.
 *
 * Browsers give all devices new ids when site data is cleared, and some in every private window.
 */
export function findByName(chosen: Device | null, listed: readonly Device[]): Device | undefined {
  if (chosen === null || listed.some(({ id }) => id === chosen.id)) return undefined;
  return listed.find(({ label }) => label === chosen.label);
}
