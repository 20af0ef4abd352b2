import { useState } from "react";

import type { Interview, InterviewStatus } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { StatusBadge } from "@/components/ui/status-badge";
import { INTERVIEW_STATUS } from "@/components/ui/status-tones";

import { useUpdateInterview } from "../api/interview";
import { browserTimezone, formatSchedule } from "../lib/schedule";
import { ScheduleDialog } from "./schedule-dialog";

const CHOICES = (["draft", "scheduled", "cancelled"] as const).map((value) => ({
  value,
  label: INTERVIEW_STATUS[value].label,
}));

type Choice = (typeof CHOICES)[number]["value"];

function isChoice(status: InterviewStatus): status is Choice {
  return CHOICES.some(({ value }) => value === status);
}

/** Status and schedule of an interview. */
export function DetailsCard({ interview }: { interview: Interview }) {
  const [isScheduling, setIsScheduling] = useState(false);
  const isOpen = interview.status === "draft" || interview.status === "scheduled";
  const when = formatSchedule(interview.scheduledDate);
  return (
    <Card title="Interview Details">
      <dl className="flex flex-col gap-4">
        <div>
          <dt className="mb-1 text-xs text-muted" id="hq-status">
            Status
          </dt>
          <dd>
            {isOpen ? (
              <StatusSelect interview={interview} />
            ) : (
              <StatusBadge status={interview.status} looks={INTERVIEW_STATUS} dot />
            )}
          </dd>
        </div>
        <div className="flex items-end justify-between gap-3">
          <div className="min-w-0">
            <dt className="mb-0.5 text-xs text-muted">Schedule</dt>
            <dd>
              {when ?? <span className="text-muted">Not scheduled</span>}
              <span className="block text-sm text-muted">
                {when && interview.scheduledDuration !== null && (
                  <>{interview.scheduledDuration} min · </>
                )}
                Times in {browserTimezone()}
              </span>
            </dd>
          </div>
          {isOpen && (
            <Button size="sm" onClick={() => setIsScheduling(true)}>
              {when ? "Change" : "Schedule"}
            </Button>
          )}
        </div>
      </dl>
      {isScheduling && (
        <ScheduleDialog interview={interview} onClose={() => setIsScheduling(false)} />
      )}
    </Card>
  );
}

/** Shows the wanted status at once, and the stored one again when the server refuses. */
function StatusSelect({ interview }: { interview: Interview }) {
  const update = useUpdateInterview(interview._id);
  const wanted = update.isPending ? update.variables.status : undefined;
  const shown = wanted ?? interview.status;
  return (
    <>
      <Select
        aria-label="Status"
        value={isChoice(shown) ? shown : ""}
        onChange={(status) => status !== interview.status && update.mutate({ status })}
        options={CHOICES}
      />
      {update.isError && (
        <p role="alert" className="mt-1.5 text-sm text-danger-ink">
          Failed to update status. Please try again.
        </p>
      )}
    </>
  );
}
