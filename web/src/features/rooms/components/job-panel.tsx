/** Read-only job description in the recruiter room. */
import { useQuery } from "@tanstack/react-query";
import { BriefcaseBusiness } from "lucide-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

import { roomJobDescriptionQuery, type RoomJobDescription } from "../api/profiles";
import { present } from "../lib/present";
import { Bullets, Chips, ProfileSection } from "./profile-parts";

export function JobPanel({ jobDescriptionId }: { jobDescriptionId: string | null }) {
  const { t } = useTranslation("rooms");
  if (jobDescriptionId === null) {
    return (
      <EmptyState icon={BriefcaseBusiness} title={t("job.none")}>
        {t("job.noneHint")}
      </EmptyState>
    );
  }
  return <LoadedJob jobDescriptionId={jobDescriptionId} />;
}

function LoadedJob({ jobDescriptionId }: { jobDescriptionId: string }) {
  const { t } = useTranslation("rooms");
  const { data, error, refetch } = useQuery(roomJobDescriptionQuery(jobDescriptionId));
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="m-4 h-40" />
    ) : (
      <ErrorState title={t("job.failed")} error={error} onRetry={() => void refetch()} />
    );
  }
  return <JobDescription job={data} />;
}

const LEVELS = ["junior", "mid", "senior"] as const;

function JobDescription({ job }: { job: RoomJobDescription }) {
  const { t } = useTranslation(["rooms", "jobs"]);
  const { parsed } = job;
  const level = LEVELS.find((known) => known === parsed?.level);
  const lists = [
    { title: t("job.responsibilities"), items: present(parsed?.responsibilities) },
    { title: t("job.requirements"), items: present(parsed?.requirements) },
  ].filter(({ items }) => items.length > 0);
  const skills = present([...(parsed?.requiredSkills ?? []), ...(parsed?.preferredSkills ?? [])]);
  const summary = parsed?.summary ?? parsed?.description ?? "";
  const hasNothing = summary === "" && skills.length === 0 && lists.length === 0;
  return (
    <article className="flex flex-col gap-5 p-4">
      <header>
        <h2 className="text-lg font-semibold">{parsed?.title ?? t("job.untitled")}</h2>
        <p className="text-muted">
          {present([parsed?.company.name, level ? t(`jobs:levels.${level}`) : parsed?.level]).join(
            " · ",
          )}
        </p>
      </header>
      {summary !== "" && <p className="max-w-[75ch] whitespace-pre-line">{summary}</p>}
      {skills.length > 0 && (
        <ProfileSection title={t("job.skills")}>
          <Chips items={skills} />
        </ProfileSection>
      )}
      {lists.map(({ title, items }) => (
        <ProfileSection key={title} title={title}>
          <Bullets items={items} />
        </ProfileSection>
      ))}
      {hasNothing && <p className="max-w-[75ch] whitespace-pre-line">{job.rawText}</p>}
    </article>
  );
}
