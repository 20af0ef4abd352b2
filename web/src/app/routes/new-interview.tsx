/** Interview HQ before there is an interview: its tabs, which create one as soon as something is chosen. */
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import type { InterviewRecord } from "@/api/create-interview";
import { errorText } from "@/api/errors";
import { newOperationId } from "@/api/operations";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/config/paths";
import { CandidatePanel } from "@/features/candidates/components/candidate-panel";
import { useCreateMissingInterview } from "@/features/interview-hq/api/create-missing-interview";
import { BackToList } from "@/features/interview-hq/components/back-to-list";
import { HQ_TABS, keepTab, type HqTab } from "@/features/interview-hq/lib/tabs";
import { JobPanel } from "@/features/job-descriptions/components/job-panel";
import { ReportNotAvailable } from "@/features/report/components/report-states";

export function NewInterview() {
  const { t } = useTranslation("hq");
  const navigate = useNavigate();
  const [sessionId] = useState(newOperationId);
  const [tab, setTab] = useState<HqTab>("candidate");
  const create = useCreateMissingInterview(sessionId);
  const open = (record: InterviewRecord | null) =>
    create.mutate(record, {
      onSuccess: ({ _id }) =>
        void navigate(paths.interviewHq.to(_id), { replace: true, state: keepTab(tab) }),
    });
  const failure = create.isError ? errorText(create.error, t("sessionRequired.failed")) : null;
  // Shown where the user acted: next to the lookup, or below the button.
  const linkFailure = create.variables ? failure : null;
  const createFailure = create.variables ? null : failure;
  const content: Record<HqTab, React.ReactNode> = {
    report: <ReportNotAvailable />,
    candidate: (
      <CandidatePanel
        candidateId={null}
        isLinking={create.isPending}
        linkError={linkFailure}
        onLink={({ _id }) => open({ candidateProfileId: _id })}
        onSaved={() => undefined}
      />
    ),
    job: (
      <JobPanel
        jobDescriptionId={null}
        isLinking={create.isPending}
        linkError={linkFailure}
        onLink={({ _id }) => open({ jobDescriptionId: _id })}
      />
    ),
    questions: (
      <EmptyState
        icon={CalendarPlus}
        title={t("sessionRequired.title")}
        action={
          <Button busy={create.isPending} onClick={() => open(null)}>
            {t("sessionRequired.create")}
          </Button>
        }
      >
        {t("sessionRequired.text")}
      </EmptyState>
    ),
  };
  return (
    <div className="flex flex-col gap-5">
      <div>
        <BackToList />
        <PageHeader
          title={t("newInterview")}
          actions={
            <Button variant="primary" busy={create.isPending} onClick={() => open(null)}>
              {t("sessionRequired.create")}
            </Button>
          }
        />
        {createFailure !== null && (
          <p role="alert" className="mt-1 text-sm text-danger-ink">
            {createFailure}
          </p>
        )}
      </div>
      <Tabs
        label={t("tabs.label")}
        value={tab}
        onChange={setTab}
        className="min-w-0 rounded-lg border border-line bg-surface px-4 pt-1.5 pb-6 sm:px-6"
        panelClassName="pt-5"
        tabs={HQ_TABS.map((value) => ({
          value,
          label: t(`tabs.${value}`),
          content: content[value],
        }))}
      />
    </div>
  );
}
