/** The devices that a person has chosen, kept in this browser for the next interview. */
import { z } from "zod";

import { readStored, writeStored } from "@/lib/local-storage";

const STORED_AS = "greenroom-devices";

/** Ids of devices; null leaves the choice to the browser. */
const deviceChoice = z.object({
  camera: z.string().nullable().catch(null),
  microphone: z.string().nullable().catch(null),
  speaker: z.string().nullable().catch(null),
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
