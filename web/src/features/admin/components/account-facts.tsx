/** Account details of one user. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatDate, formatDateTime, formatNumber } from "@/lib/format";

import type { AdminUser } from "../api/types";
import { actionsFor, type UserAction } from "../lib/user-actions";
import { RoleBadge, UserStatusBadge } from "./badges";

function Fact({
  label,
  children,
  action,
}: {
  label: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 first:border-0 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <dt className="text-sm text-muted max-sm:basis-full">{label}</dt>
      <dd className="min-w-0 grow text-base break-words">{children}</dd>
      {/* Inside the group, so that the list stays a valid description list. */}
      {action && <dd className="justify-self-end">{action}</dd>}
    </div>
  );
}

interface AccountFactsProps {
  user: AdminUser;
  isSelf: boolean;
  onAction: (user: AdminUser, action: UserAction, opener: HTMLElement | null) => void;
}

export function AccountFacts({ user, isSelf, onAction }: AccountFactsProps) {
  const { t } = useTranslation("admin");
  const { normal, danger } = actionsFor(user, isSelf);
  const offered = new Set<UserAction>([...normal, ...danger]);
  const button = (action: UserAction) =>
    offered.has(action) && (
      <Button
        size="sm"
        variant={action === "deactivate" ? "danger-ghost" : "secondary"}
        onClick={(event) => onAction(user, action, event.currentTarget)}
      >
        {t(`actions.${action}`)}
      </Button>
    );
  return (
    <Card title={t("user.account")} actions={button("edit")} bodyClassName="px-0 pb-1">
      <dl>
        <Fact label={t("user.username")}>
          <span className="font-mono text-sm">{user.username}</span>
        </Fact>
        <Fact label={t("user.email")}>
          {user.email ?? <span className="text-muted">{t("user.noEmail")}</span>}
        </Fact>
        <Fact label={t("user.role")} action={button("role")}>
          <RoleBadge role={user.role} />
        </Fact>
        <Fact
          label={t("user.status")}
          action={user.isActive ? button("deactivate") : button("activate")}
        >
          <UserStatusBadge user={user} />
        </Fact>
        <Fact label={t("user.signIn")} action={button("resetPassword")}>
          {user.isBasicAuth ? t("user.withPassword") : t("user.withProvider")}
          {user.mustChangePassword && (
            <span className="block text-sm text-muted">{t("user.mustChange")}</span>
          )}
        </Fact>
        <Fact label={t("user.secondFactor")} action={button("resetSecondFactor")}>
          {user.hasSecondFactor ? t("user.on") : t("user.off")}
        </Fact>
        <Fact label={t("user.sessions")} action={button("endSessions")}>
          <span className="tabular-nums">{formatNumber(user.activeSessions)}</span>
        </Fact>
        <Fact label={t("user.lastSignIn")}>
          {user.lastSignedInAt ? formatDateTime(user.lastSignedInAt) : t("user.never")}
        </Fact>
        <Fact label={t("user.joined")}>{formatDate(user.createdAt)}</Fact>
      </dl>
    </Card>
  );
}
