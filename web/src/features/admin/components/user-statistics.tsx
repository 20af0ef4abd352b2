/** User Statistics table of the admin dashboard. */
import { BriefcaseBusiness, ContactRound, Users, Video, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { paths } from "@/config/paths";
import { useIsMetered } from "@/hooks/use-is-metered";
import { formatDate, formatDollars, formatNumber } from "@/lib/format";

import type { DashboardUser } from "../api/types";
import { getDisplayName } from "../lib/user-filters";
import { RoleBadge } from "./badges";

/** A number with an icon, and as text for screen readers. */
function Count({ Icon, value, words }: { Icon: LucideIcon; value: number; words: string }) {
  return (
    <span className="inline-flex min-w-14 items-center gap-1.5" title={words}>
      <Icon size={14} className="shrink-0 text-faint" aria-hidden />
      <span aria-hidden>{formatNumber(value)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function Activity({ stats }: { stats: DashboardUser["stats"] }) {
  const { t } = useTranslation("admin");
  return (
    <span className="flex gap-2">
      <Count
        Icon={Video}
        value={stats.interviews}
        words={t("overview.activityInterviews", { count: stats.interviews })}
      />
      <Count
        Icon={ContactRound}
        value={stats.candidates}
        words={t("overview.activityCandidates", { count: stats.candidates })}
      />
      <Count
        Icon={BriefcaseBusiness}
        value={stats.jobs}
        words={t("overview.activityJobs", { count: stats.jobs })}
      />
    </span>
  );
}

function Credits({ credits }: { credits: DashboardUser["credits"] }) {
  const { t } = useTranslation("admin");
  if (!credits) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">{t("overview.noCredits")}</span>
      </>
    );
  }
  return (
    <span title={t("overview.creditsOf", credits)}>
      {formatNumber(credits.remaining)}
      <span className="text-muted">/{formatNumber(credits.included)}</span>
    </span>
  );
}

function UserCell({ user, isMetered }: { user: DashboardUser; isMetered: boolean }) {
  const { t } = useTranslation("admin");
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        {/* Covers the whole row: one real link for mouse and keyboard. */}
        <Link
          to={paths.adminUser.to(user._id)}
          className="truncate font-medium group-hover:underline after:absolute after:inset-0"
        >
          {getDisplayName(user)}
        </Link>
        {!user.isActive && <Badge>{t("overview.deactivated")}</Badge>}
      </span>
      {user.email && <span className="block truncate text-sm text-muted">{user.email}</span>}
      {/* On narrow screens the columns become lines. */}
      <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums lg:hidden">
        <RoleBadge role={user.role} />
        {isMetered && (
          <span>
            {user.planDisplayName ?? "–"} · {t("overview.credits")}{" "}
            <Credits credits={user.credits} />
          </span>
        )}
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums lg:hidden">
        <Activity stats={user.stats} />
        {formatDollars(user.stats.usage.totalCost)} · {formatDate(user.createdAt)}
      </span>
    </>
  );
}

/** The server sends all users at once; the table shows them page by page. */
const LIMIT = 20;

export function UserStatistics({ users }: { users: readonly DashboardUser[] }) {
  const { t } = useTranslation("admin");
  const isMetered = useIsMetered();
  const [requestedPage, setPage] = useState(1);
  const totalPages = Math.ceil(users.length / LIMIT);
  const page = Math.min(requestedPage, Math.max(1, totalPages));
  if (users.length === 0) {
    return (
      <EmptyState
        icon={Users}
        title={t("overview.emptyTitle")}
        className="rounded-lg border border-line bg-surface"
      />
    );
  }
  return (
    <>
      <Table aria-labelledby="user-statistics" className="lg:min-w-4xl">
        <thead>
          <tr>
            <HeadCell className="lg:w-[28%]">{t("overview.user")}</HeadCell>
            <HeadCell className="max-lg:hidden">{t("overview.role")}</HeadCell>
            {isMetered && (
              <>
                <HeadCell className="max-lg:hidden">{t("overview.plan")}</HeadCell>
                <HeadCell className="text-right max-lg:hidden">{t("overview.credits")}</HeadCell>
              </>
            )}
            <HeadCell className="max-lg:hidden">{t("overview.activity")}</HeadCell>
            <HeadCell className="text-right max-lg:hidden">{t("overview.usageCost")}</HeadCell>
            <HeadCell className="max-lg:hidden">{t("overview.joined")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {users.slice((page - 1) * LIMIT, page * LIMIT).map((user) => (
            <Row key={user._id} className="group relative focus-within:bg-sunken">
              <Cell className="max-w-0">
                <UserCell user={user} isMetered={isMetered} />
              </Cell>
              <Cell className="max-lg:hidden">
                <RoleBadge role={user.role} />
              </Cell>
              {isMetered && (
                <>
                  <Cell className="max-lg:hidden">{user.planDisplayName ?? "–"}</Cell>
                  <Cell className="text-right tabular-nums max-lg:hidden">
                    <Credits credits={user.credits} />
                  </Cell>
                </>
              )}
              <Cell className="tabular-nums max-lg:hidden">
                <Activity stats={user.stats} />
              </Cell>
              <Cell className="text-right tabular-nums max-lg:hidden">
                {formatDollars(user.stats.usage.totalCost)}
              </Cell>
              <Cell className="whitespace-nowrap text-muted tabular-nums max-lg:hidden">
                {formatDate(user.createdAt)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Pagination
        pages={{
          page,
          limit: LIMIT,
          total: users.length,
          totalPages,
          hasMore: page < totalPages,
        }}
        onPage={setPage}
        label={t("users.pages")}
      />
    </>
  );
}
