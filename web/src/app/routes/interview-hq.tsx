/** Interview HQ: details, documents and tabs of one interview. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "react-router";

import { billingSummaryQuery, hasNoCredits } from "@/api/current-user";
import { isApiError } from "@/api/errors";
import { siteQuery } from "@/api/site";
import type { Interview } from "@/api/types";
import { ErrorState } from "@/components/ui/error-state";
import { candidateQuery } from "@/features/candidates/api/candidate-queries";
import { documentsQuery } from "@/features/documents/api/documents-query";
import { DocumentsCard } from "@/features/documents/components/documents-card";
import { interviewQuery } from "@/features/interview-hq/api/interview";
import { AddressNotice } from "@/features/interview-hq/components/address-notice";
import { ChecklistBanner } from "@/features/interview-hq/components/checklist-banner";
import { DetailsCard } from "@/features/interview-hq/components/details-card";
import { HqHeader } from "@/features/interview-hq/components/hq-header";
import { HqSkeleton } from "@/features/interview-hq/components/hq-states";
import { MissingInterview } from "@/features/interview-hq/components/missing-interview";
import { checklist } from "@/features/interview-hq/lib/checklist";
import {
  dismissChecklist,
  isChecklistDismissed,
} from "@/features/interview-hq/lib/checklist-dismissal";
import { activeTab, readKeptTab, type HqTab } from "@/features/interview-hq/lib/tabs";
import { hqTitle } from "@/features/interview-hq/lib/title";
import { questionsQuery } from "@/features/questions/api/questions-query";
import { useDocumentTitle } from "@/hooks/use-document-title";
import { useMediaQuery } from "@/hooks/use-media-query";
import { cn } from "@/lib/cn";

import { InterviewHqTabs } from "./interview-hq-tabs";
import { NewInterview } from "./new-interview";

/** From this width on the tabs are next to the details instead of below them. */
const WIDE = "(min-width: 64rem)";

export function InterviewHqRoute() {
  const { t } = useTranslation(["hq", "common"]);
  const { interviewId } = useParams();
  const interview = useQuery({
    ...interviewQuery(interviewId ?? ""),
    enabled: interviewId !== undefined,
  });
  useDocumentTitle(
    interviewId === undefined
      ? t("newInterview")
      : interview.data && hqTitle(t, interview.data.candidateName),
  );

  if (interviewId === undefined) return <NewInterview />;
  if (interview.isPending) return <HqSkeleton />;
  if (interview.data) return <InterviewHq key={interviewId} interview={interview.data} />;
  if (isApiError(interview.error) && interview.error.status === 404) {
    return <MissingInterview sessionId={interviewId} />;
  }
  return (
    <ErrorState
      title={t("failed")}
      error={interview.error}
      onRetry={() => void interview.refetch()}
      retrying={interview.isFetching}
    />
  );
}

/** Two columns: details and documents on the left, the selected tab on the right. */
function InterviewHq({ interview }: { interview: Interview }) {
  const { t } = useTranslation("hq");
  const client = useQueryClient();
  const billing = useQuery(billingSummaryQuery);
  const isMetered = useQuery(siteQuery).data?.billingMode !== "off";
  const documents = useQuery(documentsQuery(interview._id));
  const questions = useQuery(questionsQuery(interview._id));
  const location = useLocation();
  const [picked, setPicked] = useState<HqTab | null>(() => readKeptTab(location.state));
  const [isDismissed, setIsDismissed] = useState(() => isChecklistDismissed(interview._id));
  const tabPanel = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(WIDE);
  const { candidateProfileId } = interview;
  const candidate = useQuery({
    ...candidateQuery(candidateProfileId ?? ""),
    enabled: candidateProfileId !== null,
  });

  const isOver = interview.status === "completed" || interview.status === "cancelled";
  const isPutAway = isDismissed || interview.status === "in_progress";
  const isLoaded =
    !documents.isPending &&
    !questions.isPending &&
    (candidateProfileId === null || !candidate.isPending);
  const steps = checklist({
    candidate: candidateProfileId !== null,
    job: interview.jobDescriptionId !== null,
    questions: (questions.data?.length ?? 0) > 0,
  });
  const openStep = (step: HqTab) => {
    // Rendered synchronously, so that the selected tab can be focused and scrolled into view.
    flushSync(() => setPicked(step));
    tabPanel.current?.querySelector<HTMLElement>('[role="tab"][data-state="active"]')?.focus();
    if (!isWide) tabPanel.current?.scrollIntoView();
  };
  const reload = () => {
    void client.invalidateQueries({ queryKey: interviewQuery(interview._id).queryKey });
    void client.invalidateQueries({ queryKey: ["candidates"] });
    void client.invalidateQueries({ queryKey: ["job-descriptions"] });
  };
  return (
    <div className="flex flex-col gap-5">
      <HqHeader interview={interview} noCredits={isMetered && hasNoCredits(billing.data)} />
      {isLoaded && !isOver && !(steps.isComplete && isPutAway) && (
        <ChecklistBanner
          checklist={steps}
          onStep={openStep}
          onDismiss={() => {
            dismissChecklist(interview._id);
            setIsDismissed(true);
          }}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)] print:block">
        <aside
          aria-label={t("preparation")}
          // On narrow screens a completed interview shows its report first.
          className={cn(
            "flex min-w-0 flex-col gap-5 print:hidden",
            interview.status === "completed" && "max-lg:order-last",
          )}
        >
          <AddressNotice interview={interview} profileEmail={candidate.data?.email} />
          <DetailsCard interview={interview} />
          <DocumentsCard owner={{ kind: "interviews", id: interview._id }} onProcessed={reload} />
        </aside>
        <div ref={tabPanel} className="min-w-0 scroll-mt-18">
          <InterviewHqTabs
            interview={interview}
            tab={activeTab(picked, interview.status)}
            onTab={setPicked}
          />
        </div>
      </div>
    </div>
  );
}
