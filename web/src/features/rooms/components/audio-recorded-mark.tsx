/** Mark in the header of a room whose audio is recorded. */
import { Disc } from "lucide-react";
import { useTranslation } from "react-i18next";

export function AudioRecordedMark() {
  const { t } = useTranslation("rooms");
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-sm text-danger-ink">
      <Disc size={16} aria-hidden />
      <span className="max-lg:sr-only">{t("audioRecorded")}</span>
    </span>
  );
}
