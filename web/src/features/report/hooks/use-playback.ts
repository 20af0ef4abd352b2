/** Playback of an interview's recording from any line of its transcript. */
import { useQuery } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useRef, useState } from "react";

import { recordingQuery } from "../api/recording";
import type { Segment } from "../api/types";

/** The first word of a line must not be cut off. */
const LEAD_SECONDS = 0.3;

export interface Playback {
  /** The line from which the recording plays; null while it is paused. */
  playingId: string | null;
  hasFailed: boolean;
  play: (segment: Segment) => void;
  pause: () => void;
}

/** Null where there is no recording: no line shows a button. */
export const PlaybackContext = createContext<Playback | null>(null);

export function usePlayback(): Playback | null {
  return use(PlaybackContext);
}

export function usePlaybackState(interviewId: string): Playback | null {
  const { data } = useQuery(recordingQuery(interviewId));
  const url = data?.tracks[0]?.url;
  const audio = useRef<HTMLAudioElement | null>(null);
  const [playingId, setPlayingId] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => () => audio.current?.pause(), []);

  return useMemo(() => {
    if (url === undefined) return null;
    const stop = () => setPlayingId(null);
    const fail = () => {
      setPlayingId(null);
      setHasFailed(true);
    };
    const open = () => {
      const element = new Audio(url);
      element.addEventListener("ended", stop);
      element.addEventListener("error", fail);
      audio.current = element;
      return element;
    };
    return {
      playingId,
      hasFailed,
      play: (segment) => {
        // A renewed link or a failure needs a new element.
        const current = audio.current;
        const isUsable = current?.src.endsWith(url) === true && current.error === null;
        if (!isUsable) current?.pause();
        const element = isUsable ? current : open();
        setHasFailed(false);
        setPlayingId(segment._id);
        playFrom(element, Math.max(0, segment.startSeconds - LEAD_SECONDS));
      },
      pause: () => {
        audio.current?.pause();
        stop();
      },
    };
  }, [url, playingId, hasFailed]);
}

function playFrom(element: HTMLAudioElement, seconds: number): void {
  element.currentTime = seconds;
  // The element reports its own errors; being paused while it loads is none.
  element.play().catch(() => undefined);
}
