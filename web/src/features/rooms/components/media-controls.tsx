/** Camera and microphone buttons; `large` for the candidate. */
import { Mic, MicOff, Video, VideoOff, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";

import type { UserMedia } from "../hooks/use-user-media";

interface MediaToggleProps {
  label: string;
  /** Text next to the icon, shown where there is room. */
  word: string | null;
  icon: LucideIcon;
  isOn: boolean;
  isMissing: boolean;
  onClick: () => void;
}

function MediaToggle({ label, word, icon: Icon, isOn, isMissing, onClick }: MediaToggleProps) {
  const isLarge = word !== null;
  return (
    <Tooltip text={isLarge ? null : label}>
      <button
        type="button"
        aria-label={label}
        disabled={isMissing}
        onClick={onClick}
        className={cn(
          "inline-flex shrink-0 items-center justify-center transition-colors disabled:opacity-45",
          isLarge
            ? "h-14 min-w-22 grow flex-col gap-0.5 rounded-xl text-sm font-medium sm:grow-0 landscape-phone:h-12"
            : "size-9 rounded-md pointer-coarse:size-11",
          isOn
            ? "border border-line bg-surface text-ink hover:bg-hover"
            : "border border-transparent bg-danger-soft text-danger-ink",
        )}
      >
        <Icon size={isLarge ? 20 : 17} aria-hidden />
        {word}
      </button>
    </Tooltip>
  );
}

export function MediaControls({ media, large = false }: { media: UserMedia; large?: boolean }) {
  const { t } = useTranslation("rooms");
  const { isCameraOn, isMicrophoneOn } = media;
  return (
    <>
      <MediaToggle
        label={t(isCameraOn ? "media.cameraOff" : "media.cameraOn")}
        word={large ? t("media.camera") : null}
        icon={isCameraOn ? Video : VideoOff}
        isOn={isCameraOn}
        isMissing={!media.hasCamera}
        onClick={media.toggleCamera}
      />
      <MediaToggle
        label={t(isMicrophoneOn ? "media.microphoneOff" : "media.microphoneOn")}
        word={large ? t("media.microphone") : null}
        icon={isMicrophoneOn ? Mic : MicOff}
        isOn={isMicrophoneOn}
        isMissing={!media.hasMicrophone}
        onClick={media.toggleMicrophone}
      />
    </>
  );
}
