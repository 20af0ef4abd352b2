/** Badge with the translated status of a job. */
import { useTranslation } from "react-i18next";

import type { JobStatus } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { JOB_STATUS } from "@/components/ui/status-tones";

export function JobStatusBadge({ status }: { status: JobStatus }) {
  const { t } = useTranslation("jobs");
  return <Badge tone={JOB_STATUS[status].tone}>{t(`status.${status}`)}</Badge>;
}
