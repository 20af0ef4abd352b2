/** Mark after a quote of a line that the server did not transcribe. */
import { use } from "react";
import { useTranslation } from "react-i18next";

import { LineMarksContext } from "../lib/line-marks";

export function QuoteMark({ segmentId }: { segmentId: string | null }) {
  const { t } = useTranslation("rooms");
  const mark = use(LineMarksContext).get(segmentId ?? "");
  return mark && <span className="text-sm text-muted"> ({t(`transcript.${mark}`)})</span>;
}
