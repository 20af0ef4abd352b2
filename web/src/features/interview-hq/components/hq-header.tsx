import { ArrowLeft, Link2, Video } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Interview } from "@/api/types";
import { AlertMessage } from "@/components/ui/alert-message";
import { GatedButton } from "@/components/ui/gated-button";
import { PageHeader } from "@/components/ui/page-header";
import { useToast } from "@/components/ui/toast-context";
import { candidateLink, paths, roomPath } from "@/config/paths";
import { copyText } from "@/lib/clipboard";
import { closedReason } from "@/lib/room-access";

import { hqTitle } from "../lib/title";

interface HqHeaderProps {
  interview: Interview;
  noCredits: boolean;
}

export function HqHeader({ interview, noCredits }: HqHeaderProps) {
  const { t } = useTranslation(["hq", "common"]);
  const toast = useToast();
  const [alert, setAlert] = useState<string | null>(null);
  const closed = closedReason(interview.status, noCredits);
  const reason = closed && t(`common:closed.${closed}`);
  const copyLink = async () => {
    if (!interview.candidateToken) {
      setAlert(t("noToken"));
      return;
    }
    const url = candidateLink(interview.candidateToken);
    if (await copyText(url)) toast.show(t("common:linkCopied"));
    else setAlert(t("common:linkNotCopied", { url }));
  };
  return (
    <div className="print:hidden">
      <Link
        to={paths.interviews}
        className="touch-target mb-2 inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-ink"
      >
        <ArrowLeft size={14} aria-hidden /> {t("back")}
      </Link>
      <PageHeader
        title={hqTitle(t, interview.candidateName)}
        description={interview.position || undefined}
        actions={
          <>
            <GatedButton icon={Link2} reason={reason} onClick={() => void copyLink()}>
              {t("candidateLink")}
            </GatedButton>
            <GatedButton
              variant="primary"
              icon={Video}
              reason={reason}
              onClick={() => window.open(roomPath(interview), "_blank", "noopener")}
            >
              {t("joinRoom")}
            </GatedButton>
          </>
        }
      />
      <AlertMessage message={alert} onClose={() => setAlert(null)} />
    </div>
  );
}
