/** Cameras, microphones and speakers: which there are, and which the person has chosen. */
import { useCallback, useEffect, useRef, useState } from "react";

import {
  findByName,
  readDeviceChoice,
  storeDeviceChoice,
  type Device,
  type DeviceChoice,
  type DeviceKind,
} from "../lib/device-choice";

export type DeviceLists = Record<DeviceKind, readonly Device[]>;

const KINDS: Record<MediaDeviceKind, DeviceKind> = {
  videoinput: "camera",
  audioinput: "microphone",
  audiooutput: "speaker",
};
const NO_DEVICES: DeviceLists = { camera: [], microphone: [], speaker: [] };

/**
 * The devices, which browsers name only while `stream` is open, and the choice among them.
 *
 * A list is empty where the browser cannot switch. Chosen devices whose ids have changed are found by their names.
 */
export function useDevices(stream: MediaStream | null): {
  devices: DeviceLists;
  choice: DeviceChoice;
  choose: (kind: DeviceKind, id: string) => void;
} {
  const [devices, setDevices] = useState(NO_DEVICES);
  const [choice, setChoice] = useState(readDeviceChoice);
  const latest = useRef(choice);
  // Only once for each kind: if the ids changed every time, the devices would be reopened endlessly.
  const found = useRef(new Set<DeviceKind>());

  const change = useCallback((kind: DeviceKind, device: Device) => {
    latest.current = { ...latest.current, [kind]: device };
    storeDeviceChoice(latest.current);
    setChoice(latest.current);
  }, []);

  useEffect(() => {
    const source = (navigator as { mediaDevices?: Partial<MediaDevices> }).mediaDevices;
    let isCurrent = true;
    const read = async () => {
      const lists = sortDevices((await source?.enumerateDevices?.()) ?? []);
      if (!isCurrent) return;
      setDevices(lists);
      for (const kind of Object.values(KINDS)) {
        const device = findByName(latest.current[kind], lists[kind]);
        if (device === undefined || found.current.has(kind)) continue;
        found.current.add(kind);
        change(kind, device);
      }
    };
    const update = () => void read().catch(() => undefined);
    update();
    source?.addEventListener?.("devicechange", update);
    return () => {
      isCurrent = false;
      source?.removeEventListener?.("devicechange", update);
    };
  }, [stream, change]);

  const choose = (kind: DeviceKind, id: string) => {
    const device = devices[kind].find((one) => one.id === id);
    if (device !== undefined) change(kind, device);
  };
  return { devices, choice, choose };
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
