/** Badge for an interview status; unknown statuses are shown in gray. */
import { useTranslation } from "react-i18next";

import type { Interview, InterviewStatus } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { INTERVIEW_STATUS } from "@/components/ui/status-tones";
import { titleCase } from "@/lib/format";

export function InterviewStatusBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  const spelling = status.replaceAll("-", "_");
  if (!isKnown(spelling)) return <Badge>{titleCase(status)}</Badge>;
  return (
    <Badge tone={INTERVIEW_STATUS[spelling].tone} dot={spelling === "in_progress"}>
      {t(`statuses.interview.${spelling}`)}
    </Badge>
  );
}

/** Mark of an interview that was held elsewhere or is invented; nothing for any other. */
export function OriginBadge({ origin }: { origin: Interview["origin"] }) {
  const { t } = useTranslation();
  return origin === "held" ? null : <Badge tone="info">{t(`statuses.${origin}`)}</Badge>;
}

function isKnown(status: string): status is InterviewStatus {
  return status in INTERVIEW_STATUS;
}
