/** Recordings that are being imported: progress, cancel, try again, and the interview at the end. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { INTERVIEW_LISTS } from "@/api/interview-created";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { Progress } from "@/components/ui/progress";
import { paths } from "@/config/paths";

import {
  isActive,
  recordingImportsQuery,
  useDeleteRecordingImport,
  useRetryRecordingImport,
  type RecordingImport,
} from "../api/recording-imports";
import { nameFiles } from "../lib/recording-draft";

export function RecordingImports() {
  const { t } = useTranslation("interviews");
  const client = useQueryClient();
  const imports = useQuery(recordingImportsQuery).data?.imports ?? [];
  const completed = imports.filter(({ status }) => status === "completed").length;
  useEffect(() => {
    if (completed > 0) void client.invalidateQueries({ queryKey: INTERVIEW_LISTS });
  }, [client, completed]);
  if (imports.length === 0) return null;
  return (
    <section aria-label={t("recording.imports")}>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {imports.map((item) => (
          <ImportRow key={item._id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function ImportRow({ item }: { item: RecordingImport }) {
  const { t } = useTranslation(["interviews", "common"]);
  const remove = useDeleteRecordingImport();
  const retry = useRetryRecordingImport();
  const name = item.candidateName ?? nameFiles(item);
  const percent = Math.floor(item.share * 100);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 grow basis-0">
        <p className="font-medium break-words">{name}</p>
        <p role="status" className="text-sm text-muted">
          {item.error
            ? t(`recording.errors.${item.error}`)
            : t(`recording.states.${item.status}`, { percent })}
        </p>
        {isActive(item) && (
          <Progress
            share={item.status === "queued" && item.share === 0 ? null : item.share}
            label={t("recording.progressOf", { name })}
            className="mt-2"
          />
        )}
      </div>
      {item.interviewId && (
        <Link to={paths.interviewHq.to(item.interviewId)} className={buttonClass()}>
          {t("recording.open")}
        </Link>
      )}
      {item.status === "failed" && (
        <Button busy={retry.isPending} onClick={() => retry.mutate(item._id)}>
          {t("common:retry")}
        </Button>
      )}
      <Button
        variant="ghost"
        busy={remove.isPending}
        aria-label={t(`recording.removeOf.${item.status}`, { name })}
        onClick={() => remove.mutate(item._id)}
      >
        {t(`recording.remove.${item.status}`)}
      </Button>
    </li>
  );
}
