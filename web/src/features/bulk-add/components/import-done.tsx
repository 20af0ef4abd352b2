/** Stage 3 of an import: the result and next steps. */
import { CircleCheck, Info } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

import type { ImportResult } from "../api/types";
import { Notice } from "./notice";

interface Record {
  _id: string;
  label: string;
}

/** Maximum number of names shown. */
const SHOWN = 8;

export function ImportDone({
  result,
  failed,
  onRetry,
  onBegin,
}: {
  result: ImportResult;
  /** Ids of documents that could not be read, but may be when they are processed again. */
  failed: readonly string[];
  onRetry: (ids: readonly string[]) => void;
  /** Starts a new import, or opens the one with documents that were not processed in time. */
  onBegin: (batchId: string | null) => void;
}) {
  const { t } = useTranslation("bulk");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { createdCandidates, updatedCandidates, createdJobs, updatedJobs } = result;
  const hasCandidates = createdCandidates.length + updatedCandidates.length > 0;
  const hasJobs = createdJobs.length + updatedJobs.length > 0;
  const hasSome = hasCandidates || hasJobs;
  const Icon = hasSome ? CircleCheck : Info;
  const people = (list: ImportResult["createdCandidates"]) =>
    list.map(({ _id, name }) => ({
      _id,
      label: name === "" ? t("preview.unnamedCandidate") : name,
    }));
  const jobs = (list: ImportResult["createdJobs"]) =>
    list.map(({ _id, title }) => ({ _id, label: title === "" ? t("preview.untitledJob") : title }));
  return (
    <section className="flex flex-col gap-6 rounded-lg border border-line bg-surface p-6 sm:p-8">
      <div className="flex flex-col items-center text-center">
        <span className="mb-4 flex size-11 items-center justify-center rounded-xl bg-accent-soft text-accent-ink">
          <Icon size={22} strokeWidth={1.75} aria-hidden />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t("done.title")}
        </h2>
        <p className="mt-1.5 max-w-xl text-muted">
          {hasSome
            ? t("done.summary", {
                newCandidates: createdCandidates.length,
                updatedCandidates: updatedCandidates.length,
                newJobs: createdJobs.length,
                updatedJobs: updatedJobs.length,
              })
            : t("done.nothing")}
        </p>
        {hasSome && <p className="mt-1 max-w-xl text-muted">{t("done.assessment")}</p>}
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          {hasCandidates && (
            <Link to={paths.candidates} className={buttonClass("primary")}>
              {t("done.viewCandidates")}
            </Link>
          )}
          {hasJobs && (
            <Link to={paths.jobs} className={buttonClass(hasCandidates ? "secondary" : "primary")}>
              {t("done.viewJobs")}
            </Link>
          )}
          <Button variant={hasSome ? "ghost" : "primary"} onClick={() => onBegin(null)}>
            {t("done.importMore")}
          </Button>
        </div>
      </div>
      {result.openBatchId !== null && (
        <Notice tone="info" text={t("done.skipped", { count: result.skipped })}>
          <Button size="sm" onClick={() => onBegin(result.openBatchId)}>
            {t("resume.continue")}
          </Button>
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="warning" text={t("done.failed", { count: failed.length })}>
          <Button size="sm" onClick={() => onRetry(failed)}>
            {t("files.retryFailed")}
          </Button>
        </Notice>
      )}
      {hasSome && (
        <div className="grid gap-x-8 gap-y-5 border-t border-line pt-5 sm:grid-cols-2">
          <Names
            title={t("done.newCandidates")}
            records={people(createdCandidates)}
            to={paths.candidateHq.to}
          />
          <Names
            title={t("done.updatedCandidates")}
            records={people(updatedCandidates)}
            to={paths.candidateHq.to}
          />
          <Names title={t("done.newJobs")} records={jobs(createdJobs)} to={paths.jobHq.to} />
          <Names title={t("done.updatedJobs")} records={jobs(updatedJobs)} to={paths.jobHq.to} />
        </div>
      )}
    </section>
  );
}

interface NamesProps {
  title: string;
  records: readonly Record[];
  to: (id: string) => string;
}

function Names({ title, records, to }: NamesProps) {
  const { t } = useTranslation("bulk");
  if (records.length === 0) return null;
  const more = records.length - SHOWN;
  return (
    <div className="min-w-0">
      <h3 className="text-sm text-muted">{title}</h3>
      <ul className="mt-1">
        {records.slice(0, SHOWN).map(({ _id, label }) => (
          <li key={_id}>
            <Link
              to={to(_id)}
              className="inline-block max-w-full truncate py-0.5 align-top text-accent-ink underline-offset-3 hover:underline pointer-coarse:py-2.5"
            >
              {label}
            </Link>
          </li>
        ))}
        {more > 0 && <li className="text-muted">{t("done.more", { count: more })}</li>}
      </ul>
    </div>
  );
}
