/** Product video of the landing page. */
import { Pause, Play } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useIsDark } from "../hooks/use-is-dark";
import { useReducedMotion } from "../hooks/use-reduced-motion";
import { PRODUCT_VIDEO } from "../media/product-video";

/** Silent, looping and stoppable (WCAG 2.2.2). `onError` is called if it cannot be played. */
export function HeroVideo({ onError }: { onError: () => void }) {
  const { t } = useTranslation("landing");
  const isDark = useIsDark();
  const isReduced = useReducedMotion();
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const { webm, mp4, poster } = PRODUCT_VIDEO[isDark ? "dark" : "light"];

  const toggle = () => {
    if (!video.current) return;
    // If the browser refuses to play, the poster and the button stay as they are.
    if (video.current.paused) video.current.play().catch(() => undefined);
    else video.current.pause();
  };
  const label = t(isPlaying ? "hero.pause" : "hero.play");
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className="relative overflow-hidden rounded-xl border border-line bg-surface shadow-pop">
      <video
        // Each theme has its own video, and sources are only read when the element is created.
        key={webm}
        ref={video}
        className="block aspect-[16/10] w-full"
        width={1280}
        height={800}
        poster={poster}
        autoPlay={!isReduced}
        preload={isReduced ? "none" : "metadata"}
        muted
        loop
        playsInline
        disablePictureInPicture
        aria-label={t("hero.video")}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEmptied={() => setIsPlaying(false)}
        onError={(event) => {
          // React reports the first source's failure here too; the other format is tried next.
          if (event.target === event.currentTarget) onError();
        }}
      >
        <source src={webm} type="video/webm" />
        {/* The last source: if it fails too, there is no video. */}
        <source src={mp4} type="video/mp4" onError={onError} />
      </video>
      <button
        type="button"
        onClick={toggle}
        aria-label={label}
        title={label}
        className="absolute right-3 bottom-3 flex size-11 items-center justify-center rounded-full border border-line bg-surface text-ink shadow-xs transition-colors hover:bg-hover sm:size-10"
      >
        <Icon size={17} aria-hidden />
      </button>
    </div>
  );
}
