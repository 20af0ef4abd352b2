/** Read-only job description in the recruiter room. */
import { useQuery } from "@tanstack/react-query";
import { BriefcaseBusiness } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

import { roomJobDescriptionQuery, type RoomJobDescription } from "../api/profiles";

interface JobPanelProps {
  jobDescriptionId: string | null;
  /** The read-only job description, as Interview HQ shows it. */
  renderJob: (job: RoomJobDescription) => ReactNode;
}

export function JobPanel({ jobDescriptionId, renderJob }: JobPanelProps) {
  const { t } = useTranslation("rooms");
  if (jobDescriptionId === null) {
    return (
      <EmptyState icon={BriefcaseBusiness} title={t("job.none")}>
        {t("job.noneHint")}
      </EmptyState>
    );
  }
  return <LoadedJob jobDescriptionId={jobDescriptionId} renderJob={renderJob} />;
}

function LoadedJob({ jobDescriptionId, renderJob }: JobPanelProps & { jobDescriptionId: string }) {
  const { t } = useTranslation("rooms");
  const { data, error, refetch } = useQuery(roomJobDescriptionQuery(jobDescriptionId));
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="m-4 h-40" />
    ) : (
      <ErrorState title={t("job.failed")} error={error} onRetry={() => void refetch()} />
    );
  }
  return <article className="p-4">{renderJob(data)}</article>;
}
