/** How well candidate and job fit, as the server computed it. */
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { formatPercent } from "@/lib/format";

import type { JobFit } from "../api/types";
import { scoreBand, type ScoreBand } from "../lib/scores";
import { ReportSection } from "./report-section";

const INK: Record<ScoreBand, string> = {
  green: "text-success-ink",
  yellow: "text-warning-ink",
  orange: "text-warning-ink",
  red: "text-danger-ink",
};

export function JobFitSection({ fit }: { fit: JobFit }) {
  const { t } = useTranslation("report");
  return (
    <ReportSection heading={t("fit.title")}>
      {fit.overall === null || fit.label === null || fit.recommendation === null ? (
        <p className="text-muted">{t("fit.unknown")}</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-mono text-xl font-semibold tabular-nums">
            {formatPercent(Math.round(fit.overall))}
          </span>
          <span className={`text-md font-medium ${INK[scoreBand(fit.overall / 10)]}`}>
            {t(`fit.labels.${fit.label}`)}
          </span>
          <span className="text-muted">{t(`fit.recommendations.${fit.recommendation}`)}</span>
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
