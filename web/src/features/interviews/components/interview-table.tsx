import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Interview } from "@/api/types";
import { InterviewStatusBadge } from "@/components/interview-status-badge";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { paths } from "@/config/paths";
import { formatScheduled } from "@/lib/format";

import { positionOf } from "../lib/position";
import { InterviewActions } from "./interview-actions";

export interface InterviewListProps {
  interviews: readonly Interview[];
  noCredits: boolean;
}

export function InterviewTable({ interviews, noCredits }: InterviewListProps) {
  const { t } = useTranslation("interviews");
  return (
    <Table aria-label={t("title")}>
      <thead>
        <tr>
          <HeadCell className="w-[28%]">{t("columns.candidate")}</HeadCell>
          <HeadCell className="w-[24%]">{t("columns.position")}</HeadCell>
          <HeadCell>{t("columns.scheduled")}</HeadCell>
          <HeadCell>{t("columns.status")}</HeadCell>
          <HeadCell className="text-right">{t("columns.actions")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {interviews.map((interview) => (
          <Row key={interview._id}>
            <Cell className="max-w-0">
              <Link
                to={paths.interviewHq.to(interview._id)}
                className="block truncate font-medium hover:underline"
              >
                {interview.candidateName}
              </Link>
              {interview.candidateEmail && (
                <span className="block truncate text-sm text-muted">
                  {interview.candidateEmail}
                </span>
              )}
            </Cell>
            <Cell className="max-w-0 truncate" title={positionOf(interview)}>
              {positionOf(interview)}
            </Cell>
            <Cell className="whitespace-nowrap text-muted tabular-nums">
              {formatScheduled(interview.scheduledDate)}
            </Cell>
            <Cell>
              <InterviewStatusBadge status={interview.status} />
            </Cell>
            <Cell>
              <InterviewActions interview={interview} noCredits={noCredits} align="end" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
