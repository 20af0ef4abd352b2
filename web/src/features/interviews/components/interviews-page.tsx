import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { billingSummaryQuery, hasNoCredits } from "@/api/current-user";
import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { paths } from "@/config/paths";

import { useCreateInterview } from "../api/create-interview";
import { interviewListQuery } from "../api/list-interviews";
import { InterviewCards } from "./interview-cards";
import { InterviewListSkeleton } from "./interview-list-skeleton";
import { InterviewTable } from "./interview-table";

// Document 000 §2: the pause lets a reader of the list take in the new entry before HQ opens.
const PAUSE_BEFORE_HQ_MS = 100;

function usePage(): [number, (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1);
  return [page, (next) => setSearch(next === 1 ? {} : { page: String(next) })];
}

export function InterviewsPage() {
  const navigate = useNavigate();
  const [page, setPage] = usePage();
  const list = useQuery(interviewListQuery(page));
  const billing = useQuery(billingSummaryQuery);
  const create = useCreateInterview();
  const [opening, setOpening] = useState(false);

  const pagination = list.data?.pagination;
  const isPastTheEnd =
    !list.isPlaceholderData && pagination !== undefined && page > 1 && page > pagination.totalPages;
  useEffect(() => {
    // The last entry of the last page was deleted, or the link is old.
    if (isPastTheEnd) setPage(Math.max(1, pagination.totalPages));
  });

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
      {creating ? "Creating..." : "Create New"}
    </Button>
  );

  const noCredits = hasNoCredits(billing.data);
  const interviews = list.data?.data ?? [];
  const isEmpty = list.isSuccess && interviews.length === 0 && !isPastTheEnd;

  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Interviews" actions={createButton} />
      {list.isPending || isPastTheEnd ? (
        <InterviewListSkeleton />
      ) : list.isError && !list.data ? (
        <ErrorState
          title="The interviews could not be loaded"
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : isEmpty ? (
        <EmptyState
          icon={CalendarPlus}
          title="Welcome to your interview dashboard!"
          action={createButton}
          className="rounded-lg border border-line bg-surface py-20"
        >
          Create an interview, add the CV and the job description, and have the questions written
          for exactly this person and this role.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4" aria-busy={list.isPlaceholderData}>
          <div className="max-lg:hidden">
            <InterviewTable interviews={interviews} noCredits={noCredits} />
          </div>
          <div className="lg:hidden">
            <InterviewCards interviews={interviews} noCredits={noCredits} />
          </div>
          {pagination && <Pagination pages={pagination} onPage={setPage} label="Interview pages" />}
        </div>
      )}
      <AlertMessage
        message={create.isError ? "Failed to create interview. Please try again." : null}
        onClose={create.reset}
      />
    </div>
  );
}
