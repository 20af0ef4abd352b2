import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { DOCUMENT_STATUS } from "@/components/ui/status-tones";

import type { InterviewDocument } from "../api/types";

/** How far a document has been read, as a chip. */
export function DocumentStatus({ status }: { status: InterviewDocument["processingStatus"] }) {
  const { t } = useTranslation("documents");
  const look = DOCUMENT_STATUS[status === "queued" ? "processing" : status];
  return <Badge tone={look.tone}>{t(`status.${status}`)}</Badge>;
}
