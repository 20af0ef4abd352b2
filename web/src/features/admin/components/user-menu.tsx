/** Menu of actions on one user. */
import {
  KeyRound,
  LogOut,
  MoreHorizontal,
  Pencil,
  ShieldOff,
  Trash2,
  UserCheck,
  UserCog,
  UserX,
  type LucideIcon,
} from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

import type { AdminUser } from "../api/types";
import { actionsFor, type UserAction } from "../lib/user-actions";
import { getDisplayName } from "../lib/user-filters";

const ICONS: Record<UserAction, LucideIcon> = {
  edit: Pencil,
  role: UserCog,
  resetPassword: KeyRound,
  endSessions: LogOut,
  resetSecondFactor: ShieldOff,
  deactivate: UserX,
  activate: UserCheck,
  delete: Trash2,
};

interface UserMenuProps {
  user: AdminUser;
  isSelf: boolean;
  /** `opener` gets the focus back when the action's dialog closes. */
  onAction: (user: AdminUser, action: UserAction, opener: HTMLElement | null) => void;
}

export function UserMenu({ user, isSelf, onAction }: UserMenuProps) {
  const { t } = useTranslation("admin");
  const trigger = useRef<HTMLButtonElement>(null);
  const { normal, danger } = actionsFor(user, isSelf);
  const item = (action: UserAction, tone: "normal" | "danger") => (
    <MenuItem
      key={action}
      icon={ICONS[action]}
      tone={tone}
      onSelect={() => onAction(user, action, trigger.current)}
    >
      {t(`actions.${action}`)}
    </MenuItem>
  );
  return (
    <DropdownMenu
      trigger={
        <IconButton
          ref={trigger}
          label={t("users.actionsFor", { name: getDisplayName(user) })}
          icon={MoreHorizontal}
          tooltip={false}
        />
      }
    >
      {normal.map((action) => item(action, "normal"))}
      {danger.length > 0 && <MenuSeparator />}
      {danger.map((action) => item(action, "danger"))}
    </DropdownMenu>
  );
}
