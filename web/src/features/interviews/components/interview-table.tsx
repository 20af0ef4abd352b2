import { Link } from "react-router";

import type { Interview } from "@/api/types";
import { StatusBadge } from "@/components/ui/status-badge";
import { INTERVIEW_STATUS } from "@/components/ui/status-tones";
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
  return (
    <Table aria-label="Interviews">
      <thead>
        <tr>
          <HeadCell className="w-[28%]">Candidate</HeadCell>
          <HeadCell className="w-[24%]">Position</HeadCell>
          <HeadCell>Scheduled</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell className="text-right">Actions</HeadCell>
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
              <StatusBadge
                status={interview.status}
                looks={INTERVIEW_STATUS}
                dot={interview.status === "in_progress"}
              />
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
