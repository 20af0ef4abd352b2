import { useTranslation } from "react-i18next";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

interface UploadNoticeProps {
  isAway: boolean;
  isPaused: boolean;
  /** Files that the server does not have yet. */
  waiting: number;
  onResume: () => void;
  onWake: () => void;
}

/** Why files wait, and what lets them go on. */
export function UploadNotice({ isAway, isPaused, waiting, onResume, onWake }: UploadNoticeProps) {
  const { t } = useTranslation(["bulk", "common"]);
  if (isAway) {
    return (
      <Banner
        className="rounded-lg"
        action={
          <Button size="sm" onClick={onWake}>
            {t("common:retry")}
          </Button>
        }
      >
        {t("notice.away")}
      </Banner>
    );
  }
  if (isPaused && waiting > 0) {
    return (
      <Banner
        className="rounded-lg"
        action={
          <Button size="sm" onClick={onResume}>
            {t("notice.resume")}
          </Button>
        }
      >
        {t("notice.paused")}
      </Banner>
    );
  }
  return null;
}
