/** Plays a live stream. If the browser blocks sound before an interaction, shows a button for it. */
import { Volume2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";

interface StreamVideoProps {
  stream: MediaStream;
  label: string;
  /** The user's own video: muted and mirrored. */
  isOwn?: boolean;
  /** Id of the speaker that plays the sound; null for the browser's own choice. */
  speaker?: string | null;
  className?: string;
}

export function StreamVideo(props: StreamVideoProps) {
  const { stream, label, isOwn = false, speaker = null, className } = props;
  const { t } = useTranslation("rooms");
  const ref = useRef<HTMLVideoElement>(null);
  const [isMuted, setIsMuted] = useState(false);

  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    if (video.srcObject !== stream) video.srcObject = stream;
    const play = async () => {
      try {
        await video.play();
      } catch (error) {
        const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
        if (isRefused && !isOwn) setIsMuted(true);
      }
    };
    void play();
  }, [stream, isOwn]);

  useEffect(() => {
    // A speaker that is gone keeps the sound where it was.
    const video = ref.current;
    if (video !== null && "setSinkId" in video)
      video.setSinkId(speaker ?? "").catch(() => undefined);
  }, [speaker]);

  return (
    <>
      {/* The transcript lines next to the video are its captions. */}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={ref}
        autoPlay
        playsInline
        muted={isOwn}
        aria-label={label}
        className={cn("size-full object-cover", isOwn && "-scale-x-100", className)}
      />
      {isMuted && (
        <Button
          variant="primary"
          icon={Volume2}
          className="absolute inset-0 z-20 m-auto w-fit"
          onClick={() => {
            setIsMuted(false);
            void ref.current?.play();
          }}
        >
          {t("video.soundOn")}
        </Button>
      )}
    </>
  );
}
