/** Badges for user status and second factor. */
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { ROLE } from "@/components/ui/status-tones";

import type { Role } from "../api/types";
import { getStatus, type UserStatus } from "../lib/user-filters";

export function RoleBadge({ role }: { role: Role }) {
  const { t } = useTranslation("admin");
  return <Badge tone={ROLE[role].tone}>{t(`roles.${role}`)}</Badge>;
}

const STATUS_TONES: Record<UserStatus, BadgeTone> = {
  active: "success",
  inactive: "neutral",
  invited: "warning",
};

export function UserStatusBadge({ user }: { user: { isActive: boolean; isInvited: boolean } }) {
  const { t } = useTranslation("admin");
  const status = getStatus(user);
  return (
    <Badge tone={STATUS_TONES[status]} dot>
      {t(`userStatus.${status}`)}
    </Badge>
  );
}
