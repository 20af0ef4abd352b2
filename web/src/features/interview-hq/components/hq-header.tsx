/** Header of Interview HQ with room and candidate link. */
import { Link2, MoreHorizontal, RefreshCw, Video } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { getPosition } from "@/api/interview-position";
import { canReplaceLink } from "@/api/replace-link";
import { getClosedReason, isStartable } from "@/api/room-access";
import type { Interview } from "@/api/types";
import { NewLinkDialog } from "@/components/new-link-dialog";
import { ServerFullNotice } from "@/components/server-full-notice";
import { AlertMessage } from "@/components/ui/alert-message";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { GatedButton } from "@/components/ui/gated-button";
import { IconButton } from "@/components/ui/icon-button";
import { PageHeader } from "@/components/ui/page-header";
import { useToast } from "@/components/ui/toast-context";
import { candidateLink, roomPath } from "@/config/paths";
import { copyText } from "@/lib/clipboard";

import { hqTitle } from "../lib/title";
import { BackToList } from "./back-to-list";

interface HqHeaderProps {
  interview: Interview;
  noCredits: boolean;
}

export function HqHeader({ interview, noCredits }: HqHeaderProps) {
  const { t } = useTranslation(["hq", "common"]);
  const toast = useToast();
  const [alert, setAlert] = useState<string | null>(null);
  const [isReplacing, setIsReplacing] = useState(false);
  const closed = getClosedReason(interview.status, noCredits);
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
      <BackToList />
      <PageHeader
        title={hqTitle(t, interview.candidateName)}
        description={getPosition(interview) || undefined}
        actions={
          <>
            <GatedButton
              icon={Link2}
              reason={reason}
              // So that all fit into one row of a phone.
              className="max-sm:px-2.5 max-sm:[&>svg]:hidden"
              onClick={() => void copyLink()}
            >
              {t("candidateLink")}
            </GatedButton>
            <GatedButton
              variant="primary"
              icon={Video}
              reason={reason}
              className="max-sm:px-2.5"
              onClick={() => window.open(roomPath(interview), "_blank", "noopener")}
            >
              {t("joinRoom")}
            </GatedButton>
            {canReplaceLink(interview) && (
              <DropdownMenu
                trigger={
                  <IconButton
                    label={t("common:newLink.more")}
                    icon={MoreHorizontal}
                    tooltip={false}
                  />
                }
              >
                <MenuItem icon={RefreshCw} onSelect={() => setIsReplacing(true)}>
                  {t("common:newLink.action")}
                </MenuItem>
              </DropdownMenu>
            )}
          </>
        }
      />
      {isStartable(interview.status) && <ServerFullNotice className="mt-4 rounded-md" />}
      <NewLinkDialog
        interview={interview}
        open={isReplacing}
        onClose={() => setIsReplacing(false)}
      />
      <AlertMessage message={alert} onClose={() => setAlert(null)} />
    </div>
  );
}
