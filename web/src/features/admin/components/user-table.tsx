/** Table of users. */
import { ShieldCheck } from "lucide-react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import { paths } from "@/config/paths";
import { formatDate, formatDateTime, formatNumber } from "@/lib/format";

import type { AdminUser } from "../api/types";
import { getDisplayName } from "../lib/user-filters";
import { RoleBadge, UserStatusBadge } from "./badges";
import { UserMenu } from "./user-menu";

function UserCell({ user, isSelf }: { user: AdminUser; isSelf: boolean }) {
  const { t } = useTranslation("admin");
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={getDisplayName(user)} className="max-sm:hidden" />
      <div className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <Link
            to={paths.adminUser.to(user._id)}
            className="truncate font-medium group-hover:underline after:absolute after:inset-0"
          >
            {getDisplayName(user)}
          </Link>
          {isSelf && <Badge tone="accent">{t("users.you")}</Badge>}
          {user.hasSecondFactor && (
            <Tooltip text={t("users.secondFactor")}>
              <span className="relative inline-flex text-success">
                <ShieldCheck size={15} aria-hidden />
                <span className="sr-only">{t("users.secondFactor")}</span>
              </span>
            </Tooltip>
          )}
        </span>
        <span className="block truncate text-sm text-muted">
          {[user.username, user.email].filter(Boolean).join(" · ")}
        </span>
        <span className="mt-1.5 flex gap-1.5 sm:hidden">
          <RoleBadge role={user.role} />
          <UserStatusBadge user={user} />
        </span>
      </div>
    </div>
  );
}

interface UserTableProps {
  users: readonly AdminUser[];
  selfId: string | undefined;
  onAction: ComponentProps<typeof UserMenu>["onAction"];
}

export function UserTable({ users, selfId, onAction }: UserTableProps) {
  const { t } = useTranslation("admin");
  return (
    <Table aria-label={t("users.table")}>
      <thead>
        <tr>
          <HeadCell className="w-full sm:w-[38%]">{t("users.user")}</HeadCell>
          <HeadCell className="max-sm:hidden">{t("users.role")}</HeadCell>
          <HeadCell className="max-sm:hidden">{t("users.status")}</HeadCell>
          <HeadCell className="max-md:hidden">{t("users.lastSignIn")}</HeadCell>
          <HeadCell className="text-right max-lg:hidden">{t("users.sessions")}</HeadCell>
          <HeadCell className="max-lg:hidden">{t("users.joined")}</HeadCell>
          <HeadCell className="w-12">
            <span className="sr-only">{t("users.actions")}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user._id} className="group relative focus-within:bg-sunken">
            <Cell className="max-w-0">
              <UserCell user={user} isSelf={user._id === selfId} />
            </Cell>
            <Cell className="max-sm:hidden">
              <RoleBadge role={user.role} />
            </Cell>
            <Cell className="max-sm:hidden">
              <UserStatusBadge user={user} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted tabular-nums max-md:hidden">
              {user.lastSignedInAt ? formatDateTime(user.lastSignedInAt) : t("users.never")}
            </Cell>
            <Cell className="text-right tabular-nums max-lg:hidden">
              {formatNumber(user.activeSessions)}
            </Cell>
            <Cell className="whitespace-nowrap text-muted tabular-nums max-lg:hidden">
              {formatDate(user.createdAt)}
            </Cell>
            <Cell className="text-right">
              {/* Placed above the link that covers the row. */}
              <span className="relative">
                <UserMenu user={user} isSelf={user._id === selfId} onAction={onAction} />
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
