/** Cameras, microphones and speakers: which there are, and which the person has chosen. */
import { useEffect, useState } from "react";

import {
  readDeviceChoice,
  storeDeviceChoice,
  type DeviceChoice,
  type DeviceKind,
} from "../lib/device-choice";

export interface Device {
  id: string;
  label: string;
}
export type DeviceLists = Record<DeviceKind, readonly Device[]>;

const KINDS: Record<MediaDeviceKind, DeviceKind> = {
  videoinput: "camera",
  audioinput: "microphone",
  audiooutput: "speaker",
};
const NO_DEVICES: DeviceLists = { camera: [], microphone: [], speaker: [] };

export function useDeviceChoice(): {
  choice: DeviceChoice;
  choose: (kind: DeviceKind, id: string) => void;
} {
  const [choice, setChoice] = useState(readDeviceChoice);
  const choose = (kind: DeviceKind, id: string) => {
    const next = { ...choice, [kind]: id };
    storeDeviceChoice(next);
    setChoice(next);
  };
  return { choice, choose };
}

/** Browsers name the devices only while `stream` is open. A list is empty where the browser cannot switch. */
export function useDeviceLists(stream: MediaStream | null): DeviceLists {
  const [lists, setLists] = useState(NO_DEVICES);
  useEffect(() => {
    const devices = (navigator as { mediaDevices?: Partial<MediaDevices> }).mediaDevices;
    let isCurrent = true;
    const read = async () => {
      const found = (await devices?.enumerateDevices?.()) ?? [];
      if (isCurrent) setLists(sortDevices(found));
    };
    const update = () => void read().catch(() => undefined);
    update();
    devices?.addEventListener?.("devicechange", update);
    return () => {
      isCurrent = false;
      devices?.removeEventListener?.("devicechange", update);
    };
  }, [stream]);
  return lists;
}

function sortDevices(found: readonly MediaDeviceInfo[]): DeviceLists {
  const canChooseSpeaker = "setSinkId" in HTMLMediaElement.prototype;
  const lists: Record<DeviceKind, Device[]> = { camera: [], microphone: [], speaker: [] };
  for (const { kind, deviceId, label } of found) {
    // Before permission, devices have neither id nor name.
    if (deviceId === "" || label === "") continue;
    if (kind !== "audiooutput" || canChooseSpeaker)
      lists[KINDS[kind]].push({ id: deviceId, label });
  }
  return lists;
}
