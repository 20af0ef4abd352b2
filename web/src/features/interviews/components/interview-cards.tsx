import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { InterviewStatusBadge } from "@/components/interview-status-badge";
import { paths } from "@/config/paths";
import { formatScheduled } from "@/lib/format";

import { positionOf } from "../lib/position";
import { InterviewActions } from "./interview-actions";
import type { InterviewListProps } from "./interview-table";

/** The same list where a table is too wide. */
export function InterviewCards({ interviews, noCredits }: InterviewListProps) {
  const { t } = useTranslation("interviews");
  return (
    <ul aria-label={t("title")} className="flex flex-col gap-3">
      {interviews.map((interview) => (
        <li key={interview._id} className="rounded-lg border border-line bg-surface p-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <Link
                to={paths.interviewHq.to(interview._id)}
                className="touch-target text-md font-medium break-words hover:underline"
              >
                {interview.candidateName}
              </Link>
              <p className="text-sm break-words text-muted">{interview.candidateEmail}</p>
            </div>
            <InterviewStatusBadge status={interview.status} />
          </div>
          <p className="mt-2 text-base break-words">{positionOf(interview)}</p>
          <p className="text-sm text-muted tabular-nums">
            {formatScheduled(interview.scheduledDate)}
          </p>
          <div className="-mx-4 mt-3 border-t border-line px-4 pt-3">
            <InterviewActions interview={interview} noCredits={noCredits} align="start" />
          </div>
        </li>
      ))}
    </ul>
  );
}
