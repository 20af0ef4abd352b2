/** How well candidate and job fit, as the server computed it. */
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { TitledSection } from "@/components/ui/titled-section";
import { cn } from "@/lib/cn";
import { formatPercent } from "@/lib/format";
import { isShortName } from "@/lib/short-name";

import type { JobFit, SkillScore } from "../api/types";
import { scoreBand, type ScoreBand } from "../lib/scores";
import { ChartPlace, LazyFitChart } from "./charts/lazy-charts";
import { SkillEvidence } from "./skill-evidence";

const CHART_ROW_PX = 34;

const INK: Record<ScoreBand, string> = {
  green: "text-success-ink",
  yellow: "text-warning-ink",
  orange: "text-warning-ink",
  red: "text-danger-ink",
};

export function JobFitSection({ fit }: { fit: JobFit }) {
  const { t } = useTranslation("report");
  const missing = new Set(fit.missingCritical);
  const found = fit.skills.filter(({ skill }) => !missing.has(skill));
  return (
    <TitledSection heading={t("fit.title")}>
      {fit.overall === null || fit.label === null || fit.recommendation === null ? (
        <p className="text-muted">{t("fit.unknown")}</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-mono text-xl font-semibold tabular-nums">
            {/* Rounded down: 84.9% is not yet the label of 85%. */}
            {formatPercent(Math.floor(fit.overall))}
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
          skills={found.filter(({ source }) => source !== "interview")}
        />
        <SkillLine
          name={t("fit.skills.interview")}
          tone="success"
          skills={found.filter(({ source }) => source === "interview")}
        />
        <SkillLine
          name={t("fit.skills.missing")}
          tone="warning"
          skills={fit.skills.filter(({ skill }) => missing.has(skill))}
        />
        <SkillLine
          name={t("fit.skills.beyond")}
          tone="neutral"
          skills={fit.bonusSkills.map((skill) => ({ skill, match: null, source: null, words: "" }))}
        />
        <SkillEvidence skills={found.filter(({ words }) => words !== "")} />
      </div>
      {fit.skills.length > 1 && (
        <ChartPlace heightPx={fit.skills.length * CHART_ROW_PX + 36}>
          <LazyFitChart skills={fit.skills} />
        </ChartPlace>
      )}
      {fit.notCounted.length > 0 && (
        <p className="mt-3 text-sm text-muted italic">
          {[t("fit.notCounted"), ...fit.notCounted.map((part) => t(`fit.missing.${part}`))].join(
            " ",
          )}
        </p>
      )}
    </TitledSection>
  );
}

const DOTS = { success: "bg-success-ink", warning: "bg-warning-ink", neutral: "bg-muted" };

type MarkedSkill = Pick<SkillScore, "skill" | "match" | "source" | "words">;

function SkillLine({
  name,
  tone,
  skills,
}: {
  name: string;
  tone: keyof typeof DOTS;
  skills: readonly MarkedSkill[];
}) {
  if (skills.length === 0) return null;
  const names = skills.filter(({ skill }) => isShortName(skill));
  const sentences = skills.filter(({ skill }) => !isShortName(skill));
  return (
    <div>
      <p className="mb-1 text-sm text-muted">{name}</p>
      <ul className="flex flex-wrap gap-1.5">
        {names.map((item) => (
          <li key={item.skill} className="max-w-full">
            <Badge
              tone={tone}
              className="h-auto min-h-5.5 max-w-full flex-wrap gap-y-0 rounded-xl wrap-anywhere whitespace-normal"
            >
              {item.skill}
              <SkillMark item={item} />
            </Badge>
          </li>
        ))}
        {sentences.map((item) => (
          <li key={item.skill} className="flex w-full items-baseline gap-2.5">
            <span className={cn("size-1.5 shrink-0 -translate-y-0.5 rounded-full", DOTS[tone])} />
            <p className="max-w-prose min-w-0 wrap-anywhere">
              {item.skill}{" "}
              <span className="text-muted">
                <SkillMark item={item} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How the skill was found, in small print; a sentence for screen readers. */
function SkillMark({ item: { match, source, words } }: { item: MarkedSkill }) {
  const { t } = useTranslation("report");
  if (match === null) {
    return words === "" ? null : (
      <span className="text-2xs font-normal">
        {t(source === "interview" ? "fit.mentioned" : "fit.similar", { words })}
      </span>
    );
  }
  return (
    <>
      <span aria-hidden className="text-2xs font-normal">
        {t(`fit.marks.${match}`)}
      </span>
      <span className="sr-only">{t(`fit.markHelp.${match}`)}</span>
    </>
  );
}
