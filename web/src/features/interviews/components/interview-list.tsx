/** Interview list as a table or cards. */
import { useTranslation } from "react-i18next";

import { getPosition } from "@/api/interview-position";
import type { Interview } from "@/api/types";
import { OriginBadge, InterviewStatusBadge } from "@/components/interview-status-badge";
import { RecordList } from "@/components/record-list";
import { paths } from "@/config/paths";
import { useProfileTimezone } from "@/hooks/use-profile-timezone";
import { formatScheduled } from "@/lib/format";

import {
  INTERVIEW_SORTS,
  type InterviewOrder,
  isInterviewSort,
  nextOrder,
} from "../lib/interview-order";
import { InterviewActions } from "./interview-actions";
import { InterviewCard } from "./interview-card";

interface InterviewListProps {
  interviews: readonly Interview[];
  noCredits: boolean;
  order: InterviewOrder;
  onOrder: (order: InterviewOrder) => void;
  onDelete: (interview: Interview) => void;
}

export function InterviewList({
  interviews,
  noCredits,
  order,
  onOrder,
  onDelete,
}: InterviewListProps) {
  const { t } = useTranslation("interviews");
  const timezone = useProfileTimezone();
  const actions = (interview: Interview, align: "start" | "end") => (
    <InterviewActions
      interview={interview}
      noCredits={noCredits}
      align={align}
      onDelete={() => onDelete(interview)}
    />
  );
  return (
    <RecordList
      label={t("title")}
      rows={interviews}
      getLink={({ _id }) => paths.interviewHq.to(_id)}
      name={{
        heading: t("columns.candidate"),
        getText: ({ candidateName }) => candidateName,
        getDetail: ({ candidateEmail }) => candidateEmail ?? "",
        sort: "candidateName",
      }}
      sorting={{
        by: order.sort,
        order: order.order,
        onSort: (sort) => isInterviewSort(sort) && onOrder(nextOrder(order, sort)),
      }}
      columns={[
        {
          heading: t("columns.position"),
          className: "w-[22%] max-w-0 truncate",
          render: (interview) => (
            <span title={getPosition(interview)}>{getPosition(interview)}</span>
          ),
          sort: "position",
          firstOrder: INTERVIEW_SORTS.position,
        },
        {
          heading: t("columns.scheduled"),
          className: "whitespace-nowrap text-muted tabular-nums",
          render: ({ scheduledDate }) => formatScheduled(scheduledDate, timezone),
          sort: "scheduledDate",
          firstOrder: INTERVIEW_SORTS.scheduledDate,
        },
        {
          heading: t("columns.status"),
          render: ({ status, origin }) => (
            <span className="inline-flex flex-wrap gap-1.5">
              <InterviewStatusBadge status={status} />
              <OriginBadge origin={origin} />
            </span>
          ),
          sort: "status",
          firstOrder: INTERVIEW_SORTS.status,
        },
      ]}
      actionsHeading={t("columns.actions")}
      actions={(interview) => actions(interview, "end")}
      card={(interview) => (
        <InterviewCard
          interview={interview}
          timezone={timezone}
          actions={actions(interview, "start")}
        />
      )}
    />
  );
}
