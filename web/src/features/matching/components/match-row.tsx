/** One match: score, name, skills found and not found, reasons. */
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { cn } from "@/lib/cn";
import { formatNumber } from "@/lib/format";

import type { Match, MatchedKind } from "../api/types";
import { MatchReasons } from "./match-reasons";
import { SkillChips } from "./skill-chips";

interface MatchRowProps {
  /** The kind of record whose matches these are. */
  kind: MatchedKind;
  recordId: string;
  match: Match;
}

export function MatchRow({ kind, recordId, match }: MatchRowProps) {
  const { t } = useTranslation("matching");
  const [isOpen, setOpen] = useState(false);
  const reasonsId = useId();
  const name = match.name || t(`${kind}.unnamed`);
  const to = kind === "candidate" ? paths.jobHq.to : paths.candidateHq.to;
  return (
    <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-4 px-4 py-3.5 sm:grid-cols-[3.25rem_minmax(0,1fr)_auto]">
      <Score score={match.score} />
      <div className="flex min-w-0 flex-col gap-2">
        <div className="min-w-0">
          <Link
            to={to(match.recordId)}
            className="block w-fit max-w-full truncate font-medium hover:underline"
          >
            {name}
          </Link>
          {match.subtitle && <p className="truncate text-sm text-muted">{match.subtitle}</p>}
        </div>
        <SkillChips shared={match.sharedSkills} missing={match.missingSkills} />
      </div>
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={reasonsId}
        aria-label={t("whyOf", { name })}
        onClick={() => setOpen(!isOpen)}
        className="-mr-2 max-sm:col-start-2 max-sm:mt-1 max-sm:-ml-2.5 max-sm:w-fit"
      >
        {t("why")}
        <ChevronDown
          size={14}
          aria-hidden
          className={cn(
            "transition-transform motion-reduce:transition-none",
            isOpen && "rotate-180",
          )}
        />
      </Button>
      <div id={reasonsId} hidden={!isOpen} className="col-start-2 mt-3 sm:col-end-4">
        {isOpen && <MatchReasons kind={kind} recordId={recordId} matchId={match.recordId} />}
      </div>
    </li>
  );
}

/** The score as a number and a bar. */
function Score({ score }: { score: number }) {
  const { t } = useTranslation("matching");
  return (
    <div
      role="meter"
      aria-label={t("score")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={score}
      aria-valuetext={t("scoreOf", { score: formatNumber(score) })}
      title={t("scoreOf", { score: formatNumber(score) })}
      className="pt-0.5"
    >
      <span aria-hidden className="font-mono text-md font-medium tabular-nums">
        {formatNumber(score)}
      </span>
      <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, Math.max(0, score))}%` }}
        />
      </span>
    </div>
  );
}
