import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { formatPercent } from "@/lib/format";

import { jobFit } from "../lib/job-fit";
import { scoreBand, type ScoreBand } from "../lib/scores";
import { ReportSection } from "./report-section";

export interface FitInput {
  candidateSkills: readonly string[];
  candidateLevel: string | null;
  requiredSkills: readonly string[];
  jobLevel: string | null;
}

const INK: Record<ScoreBand, string> = {
  green: "text-success-ink",
  yellow: "text-warning-ink",
  orange: "text-warning-ink",
  red: "text-danger-ink",
};

/** How the CV, the job and the interview go together, by the fixed arithmetic. */
export function JobFitSection({
  input,
  interviewScore,
}: {
  input: FitInput;
  interviewScore: number | null;
}) {
  const { t } = useTranslation("report");
  const fit = jobFit({ ...input, interviewScore });
  return (
    <ReportSection heading={t("fit.title")}>
      {fit.verdict === null ? (
        <p className="text-muted">{t("fit.unknown")}</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-mono text-xl font-semibold tabular-nums">
            {formatPercent(Math.round(fit.verdict.overall))}
          </span>
          <span className={`text-md font-medium ${INK[scoreBand(fit.verdict.overall / 10)]}`}>
            {t(`fit.labels.${fit.verdict.label}`)}
          </span>
          <span className="text-muted">
            {t(`fit.recommendations.${fit.verdict.recommendation}`)}
          </span>
        </p>
      )}
      {fit.level && <p className="mt-2">{t(`fit.level.${fit.level}`)}</p>}
      <div className="mt-3 flex flex-col gap-3">
        <SkillLine
          name={t("fit.skills.matched")}
          tone="success"
          skills={fit.skills.filter(({ score }) => score >= 50).map(({ skill }) => skill)}
        />
        <SkillLine name={t("fit.skills.missing")} tone="warning" skills={fit.missingCritical} />
        <SkillLine name={t("fit.skills.beyond")} tone="neutral" skills={fit.bonusSkills} />
      </div>
      {fit.notCounted.length > 0 && (
        <p className="mt-3 text-sm text-muted italic">
          {[t("fit.notCounted"), ...fit.notCounted.map((part) => t(`fit.missing.${part}`))].join(
            " ",
          )}
        </p>
      )}
    </ReportSection>
  );
}

function SkillLine({
  name,
  tone,
  skills,
}: {
  name: string;
  tone: "success" | "warning" | "neutral";
  skills: readonly string[];
}) {
  if (skills.length === 0) return null;
  return (
    <div>
      <p className="mb-1 text-sm text-muted">{name}</p>
      <ul className="flex flex-wrap gap-1.5">
        {skills.map((skill) => (
          <li key={skill}>
            <Badge tone={tone} className="h-auto min-h-5.5 whitespace-normal">
              {skill}
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
