import { Badge } from "@/components/ui/badge";

import { jobFit, type LevelMatch } from "../lib/job-fit";
import { scoreBand, type ScoreBand } from "../lib/scores";
import { ReportSection } from "./report-section";

export interface FitInput {
  candidateSkills: readonly string[];
  candidateLevel: string | null;
  requiredSkills: readonly string[];
  jobLevel: string | null;
}

const LEVEL_WORDS: Record<LevelMatch, string> = {
  perfect: "The level fits exactly.",
  good: "The level is one step apart.",
  mismatch: "The level is two steps apart.",
};

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
  const fit = jobFit({ ...input, interviewScore });
  return (
    <ReportSection heading="Candidate-job fit">
      {fit.overall === null ? (
        <p className="text-muted">
          Too little is known of the profile and the job to compare them.
        </p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-mono text-xl font-semibold tabular-nums">
            {Math.round(fit.overall)}%
          </span>
          <span className={`text-md font-medium ${INK[scoreBand(fit.overall / 10)]}`}>
            {fit.label}
          </span>
          <span className="text-muted">{fit.recommendation}</span>
        </p>
      )}
      {fit.level && <p className="mt-2">{LEVEL_WORDS[fit.level]}</p>}
      <div className="mt-3 flex flex-col gap-3">
        <SkillLine
          name="Matched"
          tone="success"
          skills={fit.skills.filter(({ score }) => score >= 50).map(({ skill }) => skill)}
        />
        <SkillLine name="Not found in the profile" tone="warning" skills={fit.missingCritical} />
        <SkillLine name="Beyond the job" tone="neutral" skills={fit.bonusSkills} />
      </div>
      {fit.notCounted.length > 0 && (
        <p className="mt-3 text-sm text-muted italic">Not counted. {fit.notCounted.join(" ")}</p>
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
