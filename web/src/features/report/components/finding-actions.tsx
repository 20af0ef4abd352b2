/** Menu of a finding (reword, strike, restore), and the note that says who changed it. */
import { Ellipsis, PencilLine, RotateCcw, Strikethrough } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { formatDate } from "@/lib/format";

import type { Amendment } from "../api/types";
import { RestoreDialog, RewordDialog, StrikeDialog, type AmendableFinding } from "./amend-dialogs";

interface FindingActionsProps {
  interviewId: string;
  finding: AmendableFinding;
}

type Action = "reword" | "strike" | "restore";
const DIALOGS = { reword: RewordDialog, strike: StrikeDialog, restore: RestoreDialog };

export function FindingActions({ interviewId, finding }: FindingActionsProps) {
  const { t } = useTranslation("report");
  const [action, setAction] = useState<Action | null>(null);
  const Dialog = action && DIALOGS[action];
  const { amendment } = finding;
  return (
    <div className="shrink-0 print:hidden">
      <DropdownMenu
        trigger={
          <IconButton
            size="sm"
            icon={Ellipsis}
            label={t("amend.menu", { title: finding.name })}
            tooltip={false}
          />
        }
      >
        {!amendment?.isStruck && (
          <>
            {finding.wording && (
              <MenuItem icon={PencilLine} onSelect={() => setAction("reword")}>
                {t("amend.reword")}
              </MenuItem>
            )}
            <MenuItem icon={Strikethrough} onSelect={() => setAction("strike")}>
              {t("amend.strike")}
            </MenuItem>
          </>
        )}
        {amendment && (
          <MenuItem icon={RotateCcw} onSelect={() => setAction("restore")}>
            {t("amend.restore")}
          </MenuItem>
        )}
      </DropdownMenu>
      {Dialog && (
        <Dialog interviewId={interviewId} finding={finding} onClose={() => setAction(null)} />
      )}
    </div>
  );
}

/** 'Struck by Alice, Nov 22, 2026', why, and the original wording on request. */
export function AmendmentNote({ amendment }: { amendment: Amendment }) {
  const { t } = useTranslation("report");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { isStruck, isReworded, title, description, reason, actorName } = amendment;
  const params = {
    name: actorName ?? t("amend.deletedUser"),
    date: formatDate(amendment.updatedAt),
  };
  return (
    <div className="mt-1 max-w-prose text-sm text-muted">
      <p>
        {t(isStruck ? "amend.struckBy" : "amend.rewordedBy", params)}
        {reason !== "" && `: ${reason}`}
      </p>
      {isReworded && (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="touch-target rounded-sm font-medium text-accent-ink print:hidden"
          >
            {t("amend.original")}
          </button>
          <p id={id} hidden={!isOpen}>
            {[title, description].filter(Boolean).join(": ")}
          </p>
        </>
      )}
    </div>
  );
}
