/** Interview Details card: status, schedule, invitations. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { currentUserQuery } from "@/api/current-user";
import { isStartable } from "@/api/room-access";
import type { Interview } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { isRealDate } from "@/lib/format";
import { browserTimezone } from "@/lib/timezones";
import { isKnownTimezone } from "@/lib/zoned-time";

import { useInvites } from "../hooks/use-invites";
import { keepCandidateTimezone, readCandidateTimezone } from "../lib/candidate-timezone";
import { ConsentSummary } from "./consent-summary";
import { Invitations } from "./invitations";
import { LanguageSelect } from "./language-select";
import { RecordingChoice } from "./recording-choice";
import { ReportLanguageSelect } from "./report-language-select";
import { ScheduleDialog } from "./schedule-dialog";
import { ScheduleSummary } from "./schedule-summary";
import { StatusSelect } from "./status-select";

/** The first timezone that the browser supports. */
function firstKnown(...timezones: (string | null | undefined)[]): string {
  return timezones.find((timezone) => timezone && isKnownTimezone(timezone)) ?? "UTC";
}

export function DetailsCard({ interview }: { interview: Interview }) {
  const { t } = useTranslation("hq");
  const user = useQuery(currentUserQuery).data;
  const invites = useInvites(interview);
  const [isScheduling, setIsScheduling] = useState(false);
  const [candidateTimezone, setCandidateTimezone] = useState(() =>
    readCandidateTimezone(interview._id),
  );
  const isOpen = isStartable(interview.status);
  const isDated = isRealDate(interview.scheduledDate);
  const ownTimezone = firstKnown(user?.timezone, browserTimezone());
  const timezone = firstKnown(interview.scheduledTimezone, ownTimezone);

  const afterSaving = (saved: Interview, isInviting: boolean, isChanged: boolean) => {
    setIsScheduling(false);
    // The server notifies invited people of changes itself, so they are not emailed twice.
    if (isInviting && !(isChanged && invites.isCandidateInvited)) invites.send(saved);
  };
  return (
    <Card title={t("details.title")}>
      <dl className="flex flex-col gap-4">
        <div>
          <dt className="mb-1 text-xs text-muted">{t("details.status")}</dt>
          <dd>
            <StatusSelect interview={interview} isInvited={invites.isInvited} />
          </dd>
        </div>
        <div>
          <dt className="mb-1 text-xs text-muted">{t("details.language")}</dt>
          <dd>
            <LanguageSelect interview={interview} />
          </dd>
        </div>
        <div>
          <dt className="mb-1 text-xs text-muted">{t("details.reportLanguage")}</dt>
          <dd>
            <ReportLanguageSelect interview={interview} />
          </dd>
        </div>
        <div>
          <dt className="mb-0.5 flex items-center justify-between gap-3 text-xs text-muted">
            {t("details.schedule")}
            {isOpen && (
              <Button size="sm" className="text-ink" onClick={() => setIsScheduling(true)}>
                {t(isDated ? "details.change" : "details.set")}
              </Button>
            )}
          </dt>
          <dd>
            <ScheduleSummary
              interview={interview}
              timezone={timezone}
              ownTimezone={ownTimezone}
              candidateTimezone={candidateTimezone}
            />
          </dd>
        </div>
        <div>
          <dt className="mb-0.5 text-xs text-muted">{t("details.consent")}</dt>
          <dd>
            <ConsentSummary interview={interview} />
          </dd>
        </div>
        {isDated && (isOpen || invites.invitations.length > 0) && (
          <Invitations interview={interview} isOpen={isOpen} invites={invites} />
        )}
        <RecordingChoice interview={interview} />
      </dl>
      {isScheduling && (
        <ScheduleDialog
          interview={interview}
          timezone={timezone}
          candidateTimezone={candidateTimezone}
          onCandidateTimezone={(next) => {
            keepCandidateTimezone(interview._id, next);
            setCandidateTimezone(next);
          }}
          isInvited={invites.isInvited}
          onClose={() => setIsScheduling(false)}
          onSaved={(saved, { isInviting, isChanged }) => afterSaving(saved, isInviting, isChanged)}
        />
      )}
    </Card>
  );
}
