/** Account and billing of one user. */
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { currentUserQuery } from "@/api/current-user";
import { errorText, isApiError } from "@/api/errors";
import { Avatar } from "@/components/ui/avatar";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/config/paths";

import { adminUserQuery } from "../api/user-queries";
import { useUserActions } from "../hooks/use-user-actions";
import { getDisplayName } from "../lib/user-filters";
import { AccountFacts } from "./account-facts";
import { RoleBadge, UserStatusBadge } from "./badges";
import { BillingSection } from "./billing-section";
import { UsageSection } from "./usage/usage-section";
import { UserActionDialog } from "./user-action-dialog";
import { UserMenu } from "./user-menu";

function BackLink() {
  const { t } = useTranslation("admin");
  return (
    <Link
      to={paths.admin}
      className="touch-target inline-flex items-center gap-1.5 self-start rounded-md text-base text-muted hover:text-ink"
    >
      <ArrowLeft size={16} aria-hidden />
      {t("user.back")}
    </Link>
  );
}

function DetailSkeleton() {
  const { t } = useTranslation("admin");
  return (
    <div role="status" aria-label={t("user.loading")} className="flex flex-col gap-5">
      <div className="flex items-center gap-4">
        <Skeleton className="size-12 rounded-full" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      </div>
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}

/** Page title shown while there is no user to name. */
function QuietHeading() {
  const { t } = useTranslation("common");
  return <h1 className="sr-only">{t("titles.adminUser")}</h1>;
}

function UserDetail({ userId }: { userId: string }) {
  const { t } = useTranslation("admin");
  const query = useQuery(adminUserQuery(userId));
  const selfId = useQuery(currentUserQuery).data?._id;
  const actions = useUserActions();
  if (query.isPending) {
    return (
      <>
        <QuietHeading />
        <DetailSkeleton />
      </>
    );
  }
  if (!query.data) {
    return (
      <>
        <QuietHeading />
        <ErrorState
          title={t("user.errorTitle")}
          message={errorText(query.error, t("user.errorFallback"))}
          {...(isApiError(query.error) && query.error.status === 404
            ? {}
            : { onRetry: () => void query.refetch(), retrying: query.isFetching })}
          className="rounded-lg border border-line bg-surface"
        />
      </>
    );
  }
  const user = query.data;
  const isSelf = user._id === selfId;
  return (
    <>
      <header className="flex items-center gap-4">
        <Avatar name={getDisplayName(user)} className="size-12 text-md" />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">
              {getDisplayName(user)}
            </h1>
            <span className="flex gap-1.5">
              <RoleBadge role={user.role} />
              <UserStatusBadge user={user} />
            </span>
          </div>
          <p className="truncate text-base text-muted">{user.email ?? user.username}</p>
        </div>
        <UserMenu user={user} isSelf={isSelf} onAction={actions.open} />
      </header>
      <BillingSection userId={userId} />
      <UsageSection userId={userId} />
      <AccountFacts user={user} isSelf={isSelf} onAction={actions.open} />
      {actions.chosen && (
        <UserActionDialog {...actions.chosen} isSelf={isSelf} onClose={actions.close} />
      )}
    </>
  );
}

export function UserDetailPage() {
  const { t } = useTranslation("admin");
  const { userId } = useParams();
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5">
      <BackLink />
      {userId ? <UserDetail key={userId} userId={userId} /> : <ErrorState title={t("user.noId")} />}
    </div>
  );
}
