/** Notices about this side's own sound: dropped by the computer, muted by the system, unplugged, paused. */
import { useTranslation } from "react-i18next";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

import type { UserMedia } from "../hooks/use-user-media";

interface SoundNoticesProps {
  media: Pick<UserMedia, "microphone" | "retry">;
  onChooseDevices: () => void;
  isAudioSuspended: boolean;
  isDroppingSound: boolean;
}

export function SoundNotices(props: SoundNoticesProps) {
  const { media, onChooseDevices, isAudioSuspended, isDroppingSound } = props;
  const { t } = useTranslation("rooms");
  return (
    <>
      {media.microphone === "unplugged" && (
        <Banner
          tone="danger"
          className="shrink-0 py-2"
          action={
            <span className="flex flex-wrap justify-end gap-2">
              <Button size="sm" onClick={onChooseDevices}>
                {t("devices.another")}
              </Button>
              <Button size="sm" onClick={media.retry}>
                {t("tryAgain")}
              </Button>
            </span>
          }
        >
          {t("notices.unplugged")}
        </Banner>
      )}
      {media.microphone === "systemMuted" && (
        <Banner tone="danger" className="shrink-0 py-2">
          {t("notices.systemMuted")}
        </Banner>
      )}
      {isAudioSuspended && (
        // Any interaction with the page resumes the microphone; the button gives people something to click.
        <Banner className="shrink-0 py-2" action={<Button size="sm">{t("notices.turnOn")}</Button>}>
          {t("notices.audioSuspended")}
        </Banner>
      )}
      {isDroppingSound && <Banner className="shrink-0 py-2">{t("notices.droppingSound")}</Banner>}
    </>
  );
}
