import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useCreateInterview } from "@/api/create-interview";
import { hasNoCredits } from "@/api/current-user";
import { isApiError } from "@/api/errors";
import { PagedList } from "@/components/paged-list";
import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { UpgradeModal } from "@/components/upgrade-modal";
import { paths } from "@/config/paths";
import { useBillingSummary } from "@/hooks/use-billing-summary";
import { usePage } from "@/hooks/use-page";

import { interviewListQuery } from "../api/list-interviews";
import { InterviewCards } from "./interview-cards";
import { InterviewListSkeleton } from "./interview-list-skeleton";
import { InterviewTable } from "./interview-table";

// Document 000 §2: the pause lets a reader of the list take in the new entry before HQ opens.
const PAUSE_BEFORE_HQ_MS = 100;

export function InterviewsPage() {
  const { t } = useTranslation("interviews");
  const navigate = useNavigate();
  const [page, setPage] = usePage();
  const list = useQuery(interviewListQuery(page));
  const billing = useBillingSummary();
  const create = useCreateInterview();
  const [opening, setOpening] = useState(false);

  const createAndOpen = () =>
    create.mutate(undefined, {
      onSuccess: (interview) => {
        setOpening(true);
        setTimeout(() => void navigate(paths.interviewHq.to(interview._id)), PAUSE_BEFORE_HQ_MS);
      },
    });
  const creating = create.isPending || opening;
  const createButton = (
    <Button variant="primary" icon={Plus} busy={creating} onClick={createAndOpen}>
      {t(creating ? "creating" : "create")}
    </Button>
  );

  const noCredits = hasNoCredits(billing);
  const outOfCredits = isApiError(create.error, "NO_CREDITS");

  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t("title")} actions={createButton} />
      <PagedList
        list={list}
        page={page}
        onPage={setPage}
        skeleton={<InterviewListSkeleton />}
        failedTitle={t("failed")}
        pagesLabel={t("pages")}
        empty={
          <EmptyState
            icon={CalendarPlus}
            title={t("empty.title")}
            action={createButton}
            className="rounded-lg border border-line bg-surface py-20"
          >
            {t("empty.text")}
          </EmptyState>
        }
      >
        {(interviews) => (
          <>
            <div className="max-lg:hidden">
              <InterviewTable interviews={interviews} noCredits={noCredits} />
            </div>
            <div className="lg:hidden">
              <InterviewCards interviews={interviews} noCredits={noCredits} />
            </div>
          </>
        )}
      </PagedList>
      <UpgradeModal
        open={outOfCredits}
        onOpenChange={(open) => !open && create.reset()}
        reason="credits"
      />
      <AlertMessage
        message={create.isError && !outOfCredits ? t("createFailed") : null}
        onClose={create.reset}
      />
    </div>
  );
}
