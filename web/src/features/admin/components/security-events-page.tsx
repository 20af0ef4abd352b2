/** The record of security events. */
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { ExportList } from "@/components/export-list";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Pagination } from "@/components/ui/pagination";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatDateTime } from "@/lib/format";

import { downloadEvents, securityEventsQuery } from "../api/security-events";
import type { SecurityEvent } from "../api/types";
import {
  describeDetails,
  readFilters,
  writeFilters,
  type EventFilters,
  type Outcome,
} from "../lib/event-filters";
import { AdminFrame } from "./admin-frame";
import { EventFilterBar } from "./event-filter-bar";
import { ListSkeleton } from "./list-skeleton";

const TONES: Record<Outcome, BadgeTone> = {
  succeeded: "success",
  refused: "warning",
  throttled: "danger",
};

/** Kinds of records other than users that events concern. */
const KINDS = [
  "interview",
  "candidate",
  "job_description",
  "document",
  "document_batch",
  "question",
  "question_template",
  "recording_import",
  "session",
  "demo_request",
  "security_event",
  "plan",
  "scheduled_job",
] as const;

function useNames(event: SecurityEvent): { actor: string; subject: string } {
  const { t } = useTranslation("admin");
  const visitor = event.address ? t("security.visitor") : t("security.commandLine");
  const kind = KINDS.find((one) => one === event.subjectKind);
  const user =
    event.subjectKind === "user"
      ? (event.subjectName ?? event.subjectId ?? t("security.unknownAccount"))
      : "";
  return {
    actor: event.actorName ?? event.actorId ?? visitor,
    subject: kind ? t(`security.subjects.${kind}`) : user,
  };
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation("admin");
  const { actor, subject } = useNames(event);
  const details = describeDetails(event.details);
  return (
    <Row>
      <Cell className="h-11 whitespace-nowrap text-muted tabular-nums max-lg:hidden">
        {formatDateTime(event.at)}
      </Cell>
      <Cell className="h-11 font-medium">
        {t(`security.types.${event.type}`)}
        {/* On narrow screens the columns become lines. */}
        <span className="mt-0.5 block text-sm font-normal wrap-anywhere text-muted tabular-nums lg:hidden">
          {[formatDateTime(event.at), event.address].filter(Boolean).join(" · ")}
          <br />
          {[...new Set([actor, subject]), details].filter(Boolean).join(" · ")}
        </span>
      </Cell>
      <Cell className="h-11">
        <Badge tone={TONES[event.outcome]}>{t(`security.outcomes.${event.outcome}`)}</Badge>
      </Cell>
      <Cell className="h-11 max-w-40 truncate max-lg:hidden" title={actor}>
        {actor}
      </Cell>
      <Cell className="h-11 max-w-40 truncate max-lg:hidden" title={event.subjectId ?? subject}>
        {subject}
      </Cell>
      <Cell className="h-11 font-mono text-sm text-muted max-lg:hidden">{event.address}</Cell>
      <Cell
        className="h-11 max-w-60 truncate font-mono text-sm text-muted max-lg:hidden"
        title={details}
      >
        {details}
      </Cell>
    </Row>
  );
}

function EventTable({ events }: { events: readonly SecurityEvent[] }) {
  const { t } = useTranslation("admin");
  return (
    <Table aria-label={t("security.table")} className="lg:min-w-5xl">
      <thead>
        <tr>
          <HeadCell className="max-lg:hidden">{t("security.time")}</HeadCell>
          <HeadCell>{t("security.event")}</HeadCell>
          <HeadCell>{t("security.outcome")}</HeadCell>
          <HeadCell className="max-lg:hidden">{t("security.actor")}</HeadCell>
          <HeadCell className="max-lg:hidden">{t("security.subject")}</HeadCell>
          <HeadCell className="max-lg:hidden">{t("security.address")}</HeadCell>
          <HeadCell className="max-lg:hidden">{t("security.details")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </tbody>
    </Table>
  );
}

export function SecurityEventsPage() {
  const { t } = useTranslation("admin");
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const change = (part: Partial<EventFilters>) =>
    setSearch(writeFilters({ ...filters, page: 1, ...part }));
  const list = useQuery(securityEventsQuery(filters));

  return (
    <AdminFrame
      title={t("security.title")}
      description={t("security.description")}
      actions={<ExportList read={() => downloadEvents(filters)} name="security-events.csv" />}
    >
      <EventFilterBar filters={filters} onChange={change} />
      {list.isPending ? (
        <ListSkeleton label={t("security.loading")} />
      ) : list.isError && !list.data ? (
        <ErrorState
          title={t("security.errorTitle")}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
          className="rounded-lg border border-line bg-surface"
        />
      ) : list.data.data.length === 0 ? (
        <EmptyState
          icon={ShieldCheck}
          title={t("security.emptyTitle")}
          className="rounded-lg border border-line bg-surface py-16"
        >
          {t("security.emptyText")}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4" aria-busy={list.isPlaceholderData}>
          <EventTable events={list.data.data} />
          <Pagination
            pages={list.data.pagination}
            onPage={(page) => change({ page })}
            label={t("security.pages")}
          />
        </div>
      )}
    </AdminFrame>
  );
}
