/** Status badge of a document. */
import { useTranslation } from "react-i18next";

import type { ProcessingStatus } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { DOCUMENT_STATUS } from "@/components/ui/status-tones";

export function DocumentStatus({ status }: { status: ProcessingStatus }) {
  const { t } = useTranslation("documents");
  return <Badge tone={DOCUMENT_STATUS[status].tone}>{t(`status.${status}`)}</Badge>;
}
