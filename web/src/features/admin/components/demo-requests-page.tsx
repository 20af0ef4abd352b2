/** List of demo requests. */
import { useQuery } from "@tanstack/react-query";
import { Inbox, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { errorText } from "@/api/errors";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Pagination } from "@/components/ui/pagination";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { useToast } from "@/components/ui/toast-context";
import { formatDateTime } from "@/lib/format";

import { demoRequestsQuery, useDeleteDemoRequest } from "../api/demo-requests";
import type { DemoRequest } from "../api/types";
import { AdminFrame } from "./admin-frame";
import { ListSkeleton } from "./list-skeleton";

const MAIL_TONES: Record<DemoRequest["mail"], BadgeTone> = {
  none: "neutral",
  waiting: "warning",
  sent: "success",
  failed: "danger",
};

/** Encodes everything but '@': a '?' in an address must not start mail headers. */
function buildMailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

function RequestTable({
  requests,
  onDelete,
}: {
  requests: readonly DemoRequest[];
  onDelete: (request: DemoRequest) => void;
}) {
  const { t } = useTranslation(["admin", "common"]);
  return (
    <Table aria-label={t("demo.table")} className="min-w-3xl">
      <thead>
        <tr>
          <HeadCell>{t("demo.name")}</HeadCell>
          <HeadCell>{t("demo.email")}</HeadCell>
          <HeadCell>{t("demo.company")}</HeadCell>
          <HeadCell>{t("demo.phone")}</HeadCell>
          <HeadCell>{t("demo.received")}</HeadCell>
          <HeadCell>{t("demo.mail")}</HeadCell>
          <HeadCell>
            <span className="sr-only">{t("demo.actions")}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <Row key={request._id}>
            <Cell className="h-12 max-w-60 truncate font-medium" title={request.name}>
              {request.name}
            </Cell>
            <Cell className="h-12 max-w-60 truncate">
              <a
                href={buildMailto(request.email)}
                className="text-accent-ink underline-offset-2 hover:underline"
              >
                {request.email}
              </a>
            </Cell>
            <Cell className="h-12 max-w-48 truncate" title={request.company}>
              {request.company}
            </Cell>
            <Cell className="h-12 max-w-40 truncate tabular-nums">{request.phone}</Cell>
            <Cell className="h-12 whitespace-nowrap text-muted tabular-nums">
              {formatDateTime(request.createdAt)}
            </Cell>
            <Cell className="h-12">
              <Badge tone={MAIL_TONES[request.mail]}>{t(`demo.mails.${request.mail}`)}</Badge>
            </Cell>
            <Cell className="h-12 text-right">
              <IconButton
                label={t("demo.delete", { name: request.name })}
                icon={Trash2}
                size="sm"
                onClick={() => onDelete(request)}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function DemoRequestsPage() {
  const { t } = useTranslation(["admin", "common"]);
  const toast = useToast();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1);
  const setPage = (next: number) => setSearch(next === 1 ? {} : { page: String(next) });
  const list = useQuery(demoRequestsQuery(page));
  const remove = useDeleteDemoRequest();
  const [chosen, setChosen] = useState<DemoRequest | null>(null);

  const pages = list.data?.pagination;
  const isPastTheEnd =
    !list.isPlaceholderData && pages !== undefined && page > 1 && page > pages.totalPages;
  useEffect(() => {
    // The last request of the last page was deleted, or the link is old.
    if (isPastTheEnd) setPage(Math.max(1, pages.totalPages));
  });

  return (
    <AdminFrame title={t("demo.title")}>
      {list.isPending || isPastTheEnd ? (
        <ListSkeleton label={t("demo.loading")} />
      ) : list.isError && !list.data ? (
        <ErrorState
          title={t("demo.errorTitle")}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
          className="rounded-lg border border-line bg-surface"
        />
      ) : list.data.data.length === 0 ? (
        <EmptyState
          icon={Inbox}
          title={t("demo.emptyTitle")}
          className="rounded-lg border border-line bg-surface py-16"
        >
          {t("demo.emptyText")}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4" aria-busy={list.isPlaceholderData}>
          <RequestTable requests={list.data.data} onDelete={setChosen} />
          <Pagination pages={list.data.pagination} onPage={setPage} label={t("demo.pages")} />
        </div>
      )}
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={(open) => {
          if (open) return;
          setChosen(null);
          remove.reset();
        }}
        title={t("demo.deleteTitle", { name: chosen?.name })}
        confirmLabel={t("common:delete")}
        busyLabel={t("demo.deleting")}
        cancelLabel={t("common:cancel")}
        busy={remove.isPending}
        error={remove.isError ? errorText(remove.error, t("demo.deleteFailed")) : null}
        onConfirm={() => {
          if (!chosen) return;
          remove.mutate(chosen._id, {
            onSuccess: () => {
              setChosen(null);
              toast.show(t("demo.deleted"));
            },
          });
        }}
      >
        {t("demo.deleteText")}
      </ConfirmDialog>
    </AdminFrame>
  );
}
