/** Explains why uploads are waiting and how to continue. */
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";

import { Notice } from "./notice";

interface UploadNoticeProps {
  isAway: boolean;
  isPaused: boolean;
  /** Number of files that are not uploaded yet. */
  waiting: number;
  onResume: () => void;
  onWake: () => void;
}

export function UploadNotice({ isAway, isPaused, waiting, onResume, onWake }: UploadNoticeProps) {
  const { t } = useTranslation(["bulk", "common"]);
  if (isAway) {
    return (
      <Notice tone="warning" text={t("notice.away")}>
        <Button size="sm" onClick={onWake}>
          {t("common:retry")}
        </Button>
      </Notice>
    );
  }
  if (isPaused && waiting > 0) {
    return (
      <Notice tone="warning" text={t("notice.paused")}>
        <Button size="sm" onClick={onResume}>
          {t("notice.resume")}
        </Button>
      </Notice>
    );
  }
  return null;
}
