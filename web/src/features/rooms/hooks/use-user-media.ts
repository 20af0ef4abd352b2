/** Camera and microphone of this side. */
import { useCallback, useEffect, useReducer, useState } from "react";

import {
  MEDIA_TIMEOUT_MS,
  InsecurePage,
  toMediaFailure,
  MediaTimeout,
  type MediaFailure,
} from "../lib/media-errors";

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
  toggleCamera: () => void;
  toggleMicrophone: () => void;
  retry: () => void;
}

/** Holds the devices while `isEnabled`. Muting disables a track but keeps it. */
export function useUserMedia(isEnabled: boolean): UserMedia {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [failure, setFailure] = useState<MediaFailure | null>(null);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [, refresh] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    if (!isEnabled) return;
    let opened: MediaStream | null = null;
    let isCurrent = true;
    openDevices()
      .then((found) => {
        opened = found;
        if (!isCurrent) {
          stopTracks(found);
          return;
        }
        setFailure(null);
        setStream(found);
        // An unplugged device ends its track: the buttons must not claim that it still works.
        for (const track of found.getTracks()) {
          for (const event of ["ended", "mute", "unmute"]) track.addEventListener(event, refresh);
        }
      })
      .catch((error: unknown) => {
        if (isCurrent) setFailure(toMediaFailure(error));
      });
    // A device was plugged in, which may be the missing one.
    const onDeviceChange = () => {
      const hasEnded = opened?.getTracks().some((track) => track.readyState === "ended");
      if (hasEnded ?? true) retry();
    };
    const devices = (navigator as { mediaDevices?: Partial<MediaDevices> }).mediaDevices;
    devices?.addEventListener?.("devicechange", onDeviceChange);
    return () => {
      isCurrent = false;
      devices?.removeEventListener?.("devicechange", onDeviceChange);
      if (opened !== null) stopTracks(opened);
      setStream(null);
    };
  }, [isEnabled, attempt]);

  const camera = liveTrack(stream?.getVideoTracks());
  const microphone = liveTrack(stream?.getAudioTracks());
  const toggle = useCallback((track: MediaStreamTrack | undefined) => {
    if (track === undefined) return;
    track.enabled = !track.enabled;
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

/** Both devices, or only the microphone if there is no camera: an interview needs the voice. */
async function openDevices(): Promise<MediaStream> {
  try {
    return await withTimeout({ audio: AUDIO, video: VIDEO });
  } catch (error) {
    if (toMediaFailure(error) !== "notFound") throw error;
    return withTimeout({ audio: AUDIO });
  }
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

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
