/** Badge for a role: admin, recruiter or candidate. */
import { useTranslation } from "react-i18next";

import type { UserRole } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { ROLE } from "@/components/ui/status-tones";

export function RoleBadge({ role }: { role: UserRole }) {
  const { t } = useTranslation();
  return <Badge tone={ROLE[role].tone}>{t(`statuses.role.${role}`)}</Badge>;
}
