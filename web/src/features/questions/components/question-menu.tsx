/** Menu of a question: rewrite, move, delete. */
import { ArrowDown, ArrowUp, Ellipsis, RefreshCw, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

interface QuestionMenuProps {
  number: number;
  /** Null if the question cannot be rewritten now. */
  onRewrite: (() => void) | null;
  /** Null at the end of the list, and if the order cannot be changed. */
  onMoveUp: (() => void) | null;
  onMoveDown: (() => void) | null;
  onDelete: () => void;
  disabled: boolean;
}

export function QuestionMenu(props: QuestionMenuProps) {
  const { t } = useTranslation(["questions", "common"]);
  const { number, onRewrite, onMoveUp, onMoveDown, onDelete, disabled } = props;
  return (
    <DropdownMenu
      trigger={
        <IconButton
          size="sm"
          icon={Ellipsis}
          label={t("row.more", { number })}
          tooltip={false}
          disabled={disabled}
        />
      }
    >
      <MenuItem icon={RefreshCw} disabled={!onRewrite} onSelect={() => onRewrite?.()}>
        {t("row.rewrite")}
      </MenuItem>
      <MenuItem icon={ArrowUp} disabled={!onMoveUp} onSelect={() => onMoveUp?.()}>
        {t("row.moveUp")}
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={!onMoveDown} onSelect={() => onMoveDown?.()}>
        {t("row.moveDown")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" onSelect={onDelete}>
        {t("common:delete")}
      </MenuItem>
    </DropdownMenu>
  );
}
