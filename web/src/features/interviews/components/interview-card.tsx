/** Interview as a card, for narrow screens; the whole card links to its HQ. */
import type { ReactNode } from "react";
import { Link } from "react-router";

import { getPosition } from "@/api/interview-position";
import type { Interview } from "@/api/types";
import { OriginBadge, InterviewStatusBadge } from "@/components/interview-status-badge";
import { paths } from "@/config/paths";
import { formatScheduled } from "@/lib/format";

interface InterviewCardProps {
  interview: Interview;
  timezone: string;
  actions: ReactNode;
}

export function InterviewCard({ interview, timezone, actions }: InterviewCardProps) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Link
            to={paths.interviewHq.to(interview._id)}
            data-record
            className="block text-md font-medium break-words after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {interview.candidateName}
          </Link>
          <p className="text-sm break-words text-muted">{interview.candidateEmail}</p>
        </div>
        <span className="flex flex-wrap justify-end gap-1.5">
          <InterviewStatusBadge status={interview.status} />
          <OriginBadge origin={interview.origin} />
        </span>
      </div>
      <p className="mt-2 text-base break-words">{getPosition(interview)}</p>
      <p className="text-sm text-muted tabular-nums">
        {formatScheduled(interview.scheduledDate, timezone)}
      </p>
      <div className="mt-auto pt-3">
        <div className="relative z-10 -mx-4 border-t border-line px-4 pt-3">{actions}</div>
      </div>
    </>
  );
}
