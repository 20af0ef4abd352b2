/** Users: search, filters, list and actions. */
import { useQuery } from "@tanstack/react-query";
import { SearchX, UserPlus, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { currentUserQuery } from "@/api/current-user";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Pagination } from "@/components/ui/pagination";

import { userListQuery } from "../api/user-queries";
import { useUserActions } from "../hooks/use-user-actions";
import { readFilters, writeFilters, type UserFilters } from "../lib/user-filters";
import { AdminFrame } from "./admin-frame";
import { CreateUserDialog } from "./create-user-dialog";
import { ListSkeleton } from "./list-skeleton";
import { UserActionDialog } from "./user-action-dialog";
import { UserFilterBar } from "./user-filter-bar";
import { UserTable } from "./user-table";

export function UsersPage() {
  const { t } = useTranslation("admin");
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const change = (part: Partial<UserFilters>) =>
    // Typing must not fill the browser history; a changed filter starts on the first page.
    setSearch(writeFilters({ ...filters, page: 1, ...part }), { replace: !("page" in part) });
  const list = useQuery(userListQuery(filters));
  const selfId = useQuery(currentUserQuery).data?._id;
  const actions = useUserActions();
  const [creating, setCreating] = useState(false);

  const pages = list.data?.pagination;
  const isPastTheEnd =
    !list.isPlaceholderData && pages !== undefined && filters.page > Math.max(1, pages.totalPages);
  useEffect(() => {
    if (isPastTheEnd) change({ page: Math.max(1, pages.totalPages) });
  });

  const isFiltered = filters.search !== "" || filters.role !== "" || filters.status !== "";
  const createButton = (
    <Button variant="primary" icon={UserPlus} onClick={() => setCreating(true)}>
      {t("users.create")}
    </Button>
  );
  const frame = "rounded-lg border border-line bg-surface py-16";
  return (
    <AdminFrame title={t("users.title")} actions={createButton}>
      <UserFilterBar filters={filters} onChange={change} />
      {list.isPending || isPastTheEnd ? (
        <ListSkeleton label={t("users.loading")} />
      ) : list.isError && !list.data ? (
        <ErrorState
          title={t("users.errorTitle")}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
          className={frame}
        />
      ) : list.data.data.length > 0 ? (
        <div className="flex flex-col gap-4" aria-busy={list.isPlaceholderData}>
          <UserTable users={list.data.data} selfId={selfId} onAction={actions.open} />
          <Pagination
            pages={list.data.pagination}
            onPage={(page) => change({ page })}
            label={t("users.pages")}
          />
        </div>
      ) : isFiltered ? (
        <EmptyState
          icon={SearchX}
          title={t("users.noneTitle")}
          className={frame}
          action={
            <Button onClick={() => change({ search: "", role: "", status: "" })}>
              {t("users.clear")}
            </Button>
          }
        >
          {t("users.noneText")}
        </EmptyState>
      ) : (
        <EmptyState
          icon={Users}
          title={t("users.emptyTitle")}
          className={frame}
          action={createButton}
        >
          {t("users.emptyText")}
        </EmptyState>
      )}
      {creating && <CreateUserDialog onClose={() => setCreating(false)} />}
      {actions.chosen && (
        <UserActionDialog
          {...actions.chosen}
          isSelf={actions.chosen.user._id === selfId}
          onClose={actions.close}
        />
      )}
    </AdminFrame>
  );
}
