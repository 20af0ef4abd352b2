/** Actions of an interview in the list. */
import { ClipboardList, Link2, MoreHorizontal, RefreshCw, Trash2, Video } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { canReplaceLink } from "@/api/replace-link";
import { getClosedReason } from "@/api/room-access";
import type { Interview } from "@/api/types";
import { NewLinkDialog } from "@/components/new-link-dialog";
import { AlertMessage } from "@/components/ui/alert-message";
import { buttonClass } from "@/components/ui/button-styles";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { GatedButton } from "@/components/ui/gated-button";
import { IconButton } from "@/components/ui/icon-button";
import { useToast } from "@/components/ui/toast-context";
import { candidateLink, paths, roomPath } from "@/config/paths";
import { copyText } from "@/lib/clipboard";
import { cn } from "@/lib/cn";

// Icons are left out where the buttons must fit into a card or a narrow table.
const NARROW = "max-xl:[&>svg]:hidden max-sm:px-1.5";

interface InterviewActionsProps {
  interview: Interview;
  noCredits: boolean;
  align: "start" | "end";
  onDelete: () => void;
}

export function InterviewActions({ interview, noCredits, align, onDelete }: InterviewActionsProps) {
  const { t } = useTranslation(["interviews", "common"]);
  const toast = useToast();
  const [alert, setAlert] = useState<string | null>(null);
  const [isReplacing, setIsReplacing] = useState(false);
  const name = interview.candidateName;
  const closed = getClosedReason(interview.status, noCredits);
  const reason = closed && t(`common:closed.${closed}`);

  const copyLink = async () => {
    const url = candidateLink(interview.candidateToken);
    if (await copyText(url)) toast.show(t("common:linkCopied"));
    else setAlert(t("common:linkNotCopied", { url }));
  };
  const askToDelete = () => {
    // The server refuses to delete a running interview, so no retry is offered.
    if (interview.status === "in_progress") setAlert(t("delete.running"));
    else onDelete();
  };

  return (
    <div
      role="group"
      aria-label={t("actions.of", { name })}
      className={cn(
        "flex flex-wrap items-center gap-x-1 gap-y-2",
        align === "end" ? "justify-end lg:flex-nowrap" : "-mx-1.5",
      )}
    >
      <Link to={paths.interviewHq.to(interview._id)} className={buttonClass("ghost", "sm", NARROW)}>
        <ClipboardList size={15} aria-hidden />
        {t("actions.hq")}
      </Link>
      <GatedButton
        size="sm"
        variant="ghost"
        icon={Video}
        reason={reason}
        className={NARROW}
        onClick={() => window.open(roomPath(interview), "_blank", "noopener")}
      >
        {t("actions.join")}
      </GatedButton>
      <GatedButton
        size="sm"
        variant="ghost"
        icon={Link2}
        reason={reason}
        className={NARROW}
        onClick={copyLink}
      >
        {t("actions.link")}
      </GatedButton>
      <DropdownMenu
        trigger={
          <IconButton
            label={t("actions.more", { name })}
            icon={MoreHorizontal}
            size="sm"
            tooltip={false}
            className={cn(align === "start" && "ml-auto")}
          />
        }
      >
        {canReplaceLink(interview) && (
          <MenuItem icon={RefreshCw} onSelect={() => setIsReplacing(true)}>
            {t("common:newLink.action")}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onSelect={askToDelete}>
          {t("delete.action")}
        </MenuItem>
      </DropdownMenu>
      <NewLinkDialog
        interview={interview}
        open={isReplacing}
        onClose={() => setIsReplacing(false)}
      />
      <AlertMessage message={alert} onClose={() => setAlert(null)} />
    </div>
  );
}
