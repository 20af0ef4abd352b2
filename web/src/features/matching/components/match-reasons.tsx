/** Reasons for a match: the skills that were found, and requirements next to the lines of the CV that answer
 * them, both verbatim. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { isApiError } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

import { matchQuery } from "../api/matches";
import type { Match, MatchedKind } from "../api/types";
import { SkillList } from "./skill-list";

interface MatchReasonsProps {
  kind: MatchedKind;
  recordId: string;
  matchId: string;
}

export function MatchReasons({ kind, recordId, matchId }: MatchReasonsProps) {
  const { t } = useTranslation(["matching", "common"]);
  const query = useQuery(matchQuery(kind, recordId, matchId));
  if (query.isPending) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner size={14} />
        {t("reasons.loading")}
      </p>
    );
  }
  if (!query.data) {
    const isOff = isApiError(query.error, "ENGINE_UNAVAILABLE");
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-muted">
        {t(isOff ? "reasons.engineOff" : "reasons.failed")}
        <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("common:retry")}
        </Button>
      </div>
    );
  }
  const { skills, reasons } = query.data;
  return (
    <div className="flex flex-col gap-4">
      <SkillList skills={skills} />
      {reasons.length === 0 ? (
        <p className="text-sm text-muted">{t("reasons.none")}</p>
      ) : (
        <Lines reasons={reasons} />
      )}
    </div>
  );
}

function Lines({ reasons }: { reasons: Match["reasons"] }) {
  const { t } = useTranslation("matching");
  return (
    <ul className="flex flex-col gap-3">
      {reasons.map((reason) => (
        <li
          key={reason.requirement}
          className="grid gap-x-6 gap-y-2 rounded-md bg-sunken px-3 py-2.5 text-sm md:grid-cols-2"
        >
          <Quote label={t("reasons.job")} text={reason.requirement} />
          <Quote label={t("reasons.cv")} text={reason.evidence} />
        </li>
      ))}
    </ul>
  );
}

function Quote({ label, text }: { label: string; text: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-0.5 text-xs text-muted">{label}</figcaption>
      <blockquote className="break-words">{text}</blockquote>
    </figure>
  );
}
