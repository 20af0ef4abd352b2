import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Interview, InterviewStatus } from "@/api/types";
import { InterviewStatusBadge } from "@/components/interview-status-badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { formatAppointment } from "@/lib/format";

import { useUpdateInterview } from "../api/interview";
import { browserTimezone } from "../lib/schedule";
import { ScheduleDialog } from "./schedule-dialog";

const CHOICES = ["draft", "scheduled", "cancelled"] as const;

type Choice = (typeof CHOICES)[number];

function isChoice(status: InterviewStatus): status is Choice {
  return CHOICES.some((value) => value === status);
}

/** Status and schedule of an interview. */
export function DetailsCard({ interview }: { interview: Interview }) {
  const { t } = useTranslation(["hq", "common"]);
  const [isScheduling, setIsScheduling] = useState(false);
  const isOpen = interview.status === "draft" || interview.status === "scheduled";
  const when = formatAppointment(interview.scheduledDate);
  return (
    <Card title={t("details.title")}>
      <dl className="flex flex-col gap-4">
        <div>
          <dt className="mb-1 text-xs text-muted" id="hq-status">
            {t("details.status")}
          </dt>
          <dd>
            {isOpen ? (
              <StatusSelect interview={interview} />
            ) : (
              <InterviewStatusBadge status={interview.status} />
            )}
          </dd>
        </div>
        <div>
          <dt className="mb-0.5 text-xs text-muted">{t("details.schedule")}</dt>
          <dd className="flex items-end justify-between gap-3">
            <span className="min-w-0">
              {when || <span className="text-muted">{t("details.notScheduled")}</span>}
              <span className="block text-sm text-muted">
                {when && interview.scheduledDuration !== null && (
                  <>{t("details.minutes", { minutes: interview.scheduledDuration })} · </>
                )}
                {t("details.timezone", { timezone: browserTimezone() })}
              </span>
            </span>
            {isOpen && (
              <Button size="sm" onClick={() => setIsScheduling(true)}>
                {t(when ? "details.change" : "details.set")}
              </Button>
            )}
          </dd>
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
  const { t } = useTranslation(["hq", "common"]);
  const update = useUpdateInterview(interview._id);
  const wanted = update.isPending ? update.variables.status : undefined;
  const shown = wanted ?? interview.status;
  return (
    <>
      <Select
        aria-label={t("details.status")}
        value={isChoice(shown) ? shown : ""}
        onChange={(status) => status !== interview.status && update.mutate({ status })}
        options={CHOICES.map((value) => ({
          value,
          label: t(`common:statuses.interview.${value}`),
        }))}
      />
      {update.isError && (
        <p role="alert" className="mt-1.5 text-sm text-danger-ink">
          {t("details.statusFailed")}
        </p>
      )}
    </>
  );
}
