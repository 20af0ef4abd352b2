/** Camera and microphone of this side. */
import { useCallback, useEffect, useReducer, useRef, useState } from "react";

import type { DeviceKind } from "../lib/device-choice";
import {
  MEDIA_TIMEOUT_MS,
  InsecurePage,
  toMediaFailure,
  MediaTimeout,
  type MediaFailure,
} from "../lib/media-errors";
import { useDevices, type DeviceLists } from "./use-devices";

/** The browser's audio processing would also remove words that the speech model needs. */
const AUDIO: MediaTrackConstraints = {
  noiseSuppression: false,
  echoCancellation: false,
  autoGainControl: false,
  channelCount: { ideal: 1 },
};
const VIDEO: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30, max: 30 },
};

/** `asking` until the browser has answered. A microphone that the system muted sends silence. */
export type MicrophoneState =
  "asking" | "ok" | "off" | "missing" | "refused" | "unplugged" | "systemMuted";

export interface UserMedia {
  stream: MediaStream | null;
  failure: MediaFailure | null;
  isCameraOn: boolean;
  isMicrophoneOn: boolean;
  hasCamera: boolean;
  hasMicrophone: boolean;
  microphone: MicrophoneState;
  devices: DeviceLists;
  /** Ids of the devices in use; null without one, and for the speaker that the browser chose. */
  inUse: Record<DeviceKind, string | null>;
  choose: (kind: DeviceKind, id: string) => void;
  toggleCamera: () => void;
  toggleMicrophone: () => void;
  retry: () => void;
}

/**
 * Holds the devices while `isEnabled`: the chosen ones where they are there, else those of the browser.
 *
 * Muting disables a track but keeps it. Other devices are opened before the old ones are closed, and stay muted if
 * those were.
 */
export function useUserMedia(isEnabled: boolean): UserMedia {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const { devices, choice, choose } = useDevices(stream);
  const cameraId = choice.camera?.id ?? null;
  const microphoneId = choice.microphone?.id ?? null;
  const speakerId = choice.speaker?.id ?? null;
  const [failure, setFailure] = useState<MediaFailure | null>(null);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const held = useRef<MediaStream | null>(null);
  const isOff = useRef({ audio: false, video: false });

  const hold = useCallback((next: MediaStream | null) => {
    if (held.current !== null) stopTracks(held.current);
    held.current = next;
    setStream(next);
  }, []);

  useEffect(() => {
    if (!isEnabled) return;
    return () => hold(null);
  }, [isEnabled, hold]);

  useEffect(() => {
    if (!isEnabled) return;
    let isCurrent = true;
    openDevices(cameraId, microphoneId)
      .then((found) => {
        if (!isCurrent) {
          stopTracks(found);
          return;
        }
        for (const track of found.getTracks()) {
          track.enabled = !isOff.current[track.kind as "audio" | "video"];
          // An unplugged device ends its track: the buttons must not claim that it still works.
          for (const event of ["ended", "mute", "unmute"]) track.addEventListener(event, refresh);
        }
        setFailure(null);
        hold(found);
      })
      .catch((error: unknown) => {
        if (isCurrent) setFailure(toMediaFailure(error));
      });
    // A device was plugged in, which may be the missing one.
    const onDeviceChange = () => {
      const hasEnded = held.current?.getTracks().some((track) => track.readyState === "ended");
      if (hasEnded ?? true) retry();
    };
    const source = (navigator as { mediaDevices?: Partial<MediaDevices> }).mediaDevices;
    source?.addEventListener?.("devicechange", onDeviceChange);
    return () => {
      isCurrent = false;
      source?.removeEventListener?.("devicechange", onDeviceChange);
    };
  }, [isEnabled, attempt, cameraId, microphoneId, hold]);

  const camera = liveTrack(stream?.getVideoTracks());
  const microphone = liveTrack(stream?.getAudioTracks());
  const toggle = useCallback((track: MediaStreamTrack | undefined) => {
    if (track === undefined) return;
    track.enabled = !track.enabled;
    isOff.current[track.kind as "audio" | "video"] = !track.enabled;
    refresh();
  }, []);

  return {
    stream,
    failure,
    isCameraOn: camera?.enabled ?? false,
    isMicrophoneOn: microphone?.enabled ?? false,
    hasCamera: camera !== undefined,
    hasMicrophone: microphone !== undefined,
    microphone: findMicrophoneState(stream, failure),
    devices,
    inUse: {
      camera: deviceIdOf(camera),
      microphone: deviceIdOf(microphone),
      speaker: devices.speaker.some(({ id }) => id === speakerId) ? speakerId : null,
    },
    choose,
    toggleCamera: () => toggle(camera),
    toggleMicrophone: () => toggle(microphone),
    retry,
  };
}

function findMicrophoneState(
  stream: MediaStream | null,
  failure: MediaFailure | null,
): MicrophoneState {
  if (stream === null) {
    if (failure === null) return "asking";
    return failure === "denied" ? "refused" : "missing";
  }
  const [track] = stream.getAudioTracks();
  if (track === undefined) return "missing";
  if (track.readyState === "ended") return "unplugged";
  if (track.muted) return "systemMuted";
  return track.enabled ? "ok" : "off";
}

/** The chosen devices, or the browser's own choice for one that is not there. */
async function openDevices(
  cameraId: string | null,
  microphoneId: string | null,
): Promise<MediaStream> {
  const choices: (readonly [string | null, string | null])[] = [];
  if (cameraId !== null || microphoneId !== null) choices.push([cameraId, microphoneId]);
  if (cameraId !== null && microphoneId !== null)
    choices.push([null, microphoneId], [cameraId, null]);
  for (const [camera, microphone] of choices) {
    try {
      return await openBoth(camera, microphone);
    } catch (error) {
      if (!isNamed(error, "OverconstrainedError")) throw error;
    }
  }
  return openBoth(null, null);
}

/** Both devices, or only the microphone if there is no camera: an interview needs the voice. */
async function openBoth(
  cameraId: string | null,
  microphoneId: string | null,
): Promise<MediaStream> {
  const audio = withId(AUDIO, microphoneId);
  try {
    return await withTimeout({ audio, video: withId(VIDEO, cameraId) });
  } catch (error) {
    // Without a choice, a camera that cannot do what is asked of it is as good as none.
    const isChosen = cameraId !== null || microphoneId !== null;
    const isUnsuitable = !isChosen && isNamed(error, "OverconstrainedError");
    if (!isUnsuitable && !isNamed(error, "NotFoundError")) throw error;
    return withTimeout({ audio });
  }
}

/** Chromium opens another device than a merely preferred one. */
function withId(constraints: MediaTrackConstraints, id: string | null): MediaTrackConstraints {
  return id === null ? constraints : { ...constraints, deviceId: { exact: id } };
}

/** Not every browser makes an OverconstrainedError a DOMException. */
function isNamed(error: unknown, name: string): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === name;
}

async function withTimeout(constraints: MediaStreamConstraints): Promise<MediaStream> {
  const devices = requestDevices(constraints);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MediaTimeout()), MEDIA_TIMEOUT_MS);
  });
  try {
    return await Promise.race([devices, timeout]);
  } catch (error) {
    // Devices that become available after the timeout would stay on unused.
    devices.then(stopTracks, () => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function requestDevices(constraints: MediaStreamConstraints): Promise<MediaStream> {
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices;
  if (devices === undefined) throw new InsecurePage();
  return devices.getUserMedia(constraints);
}

function liveTrack(tracks: MediaStreamTrack[] | undefined): MediaStreamTrack | undefined {
  return tracks?.find((track) => track.readyState === "live");
}

function deviceIdOf(track: MediaStreamTrack | undefined): string | null {
  return track?.getSettings().deviceId ?? null;
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
