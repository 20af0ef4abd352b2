/** Interviews of a candidate or job description. */
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { InterviewRecord } from "@/api/create-interview";
import { getPosition } from "@/api/interview-position";
import { InterviewStatusBadge } from "@/components/interview-status-badge";
import { PagedList } from "@/components/paged-list";
import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeModal } from "@/components/upgrade-modal";
import { paths } from "@/config/paths";
import { formatDate, formatDateTime } from "@/lib/format";

import {
  type RecordInterview,
  recordInterviewsQuery,
  type LinkedRecordKind,
} from "../api/record-interviews";
import { useInterviewStart } from "../hooks/use-interview-start";

interface RecordInterviewsPanelProps {
  kind: LinkedRecordKind;
  recordId: string;
}

export function RecordInterviewsPanel({ kind, recordId }: RecordInterviewsPanelProps) {
  const { t } = useTranslation("interviews");
  const [page, setPage] = useState(1);
  const list = useQuery(recordInterviewsQuery(kind, recordId, page));
  const start = useInterviewStart();
  const record: InterviewRecord =
    kind === "candidate" ? { candidateProfileId: recordId } : { jobDescriptionId: recordId };
  return (
    <Card
      title={t("ofRecord.title")}
      actions={
        <Button
          size="sm"
          icon={Plus}
          busy={start.isStarting}
          onClick={() => start.startWith(record)}
        >
          {t(start.isStarting ? "creating" : "ofRecord.create")}
        </Button>
      }
    >
      <UpgradeModal
        open={start.isOutOfCredits}
        onOpenChange={(open) => !open && start.reset()}
        reason="credits"
      />
      <AlertMessage message={start.hasFailed ? t("createFailed") : null} onClose={start.reset} />
      <PagedList
        list={list}
        page={page}
        onPage={setPage}
        skeleton={<LoadingRows />}
        failedTitle={t("ofRecord.failed")}
        pagesLabel={t("ofRecord.pages")}
        empty={
          <EmptyState icon={CalendarDays} title={t(`ofRecord.${kind}.emptyTitle`)} className="py-8">
            {t(`ofRecord.${kind}.empty`)}
          </EmptyState>
        }
      >
        {(interviews) => (
          <ul className="-mx-4 divide-y divide-line border-line" aria-label={t("ofRecord.title")}>
            {interviews.map((interview) => (
              <InterviewRow key={interview._id} kind={kind} interview={interview} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

function InterviewRow({ kind, interview }: { kind: LinkedRecordKind; interview: RecordInterview }) {
  const { t } = useTranslation("interviews");
  const role = getPosition(interview);
  // The record's own name is the page title, so rows show the other side.
  const [name, other] =
    kind === "candidate" ? [role || t("ofRecord.untitled"), ""] : [interview.candidateName, role];
  return (
    <li className="relative flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-sunken">
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to={paths.interviewHq.to(interview._id)}
          // The whole row is the link, but screen readers announce only the name.
          className="block truncate font-medium after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
        {other && <p className="truncate text-sm text-muted">{other}</p>}
      </div>
      <div className="flex items-center gap-4">
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {interview.scheduledDate
            ? formatDateTime(interview.scheduledDate)
            : t("ofRecord.updated", { date: formatDate(interview.updatedAt) })}
        </span>
        <span className="sm:w-24">
          <InterviewStatusBadge status={interview.status} />
        </span>
      </div>
    </li>
  );
}

function LoadingRows() {
  const { t } = useTranslation("interviews");
  return (
    <div
      role="status"
      aria-label={t("ofRecord.loading")}
      aria-busy
      className="flex flex-col gap-4 py-1"
    >
      {[0, 1].map((row) => (
        <div key={row} className="flex items-center justify-between gap-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </div>
  );
}
