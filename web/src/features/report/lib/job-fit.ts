/** How well a profile, a job and an interview go together: the fixed arithmetic of the product's documents. */

export type Level = "junior" | "mid" | "senior";
export type LevelMatch = "perfect" | "good" | "mismatch";

export interface SkillMatch {
  skill: string;
  score: number;
}

export type FitPart = "skills" | "level" | "interview";

/** Label and recommendation are keys of the catalogue. */
export interface Verdict {
  /** Weighted mean of the parts that are known, 0 to 100. */
  overall: number;
  label: "excellent" | "veryGood" | "good" | "fair" | "belowAverage" | "poor";
  recommendation: "strong" | "good" | "weigh";
}

export interface JobFit {
  skills: SkillMatch[];
  /** Mean over the required skills; null when the job names none. */
  skillScore: number | null;
  missingCritical: string[];
  bonusSkills: string[];
  level: LevelMatch | null;
  /** Null when no part is known. */
  verdict: Verdict | null;
  /** Parts that could not be counted. */
  notCounted: FitPart[];
}

const MAX_BONUS_SKILLS = 8;
const CRITICAL_BELOW = 50;
const WEIGHTS = { skills: 0.4, level: 0.3, interview: 0.3 };
const LEVEL_SCORES: Record<LevelMatch, number> = { perfect: 100, good: 80, mismatch: 40 };
const LEVEL_RANKS: Record<Level, number> = { junior: 1, mid: 2, senior: 3 };

const EXPERT = /\b(senior|advanced|expert)\b/;
const INTERMEDIATE = /\b(intermediate|mid)\b/;
/** Words that join rather than name: they make no match. */
const JOINING = new Set([
  "and",
  "or",
  "of",
  "the",
  "with",
  "in",
  "for",
  "to",
  "a",
  "an",
  "on",
  "experience",
  "skills",
  "knowledge",
]);

/** Keeps the signs that tell C, C++ and C# apart. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:[+#]+|\.[\p{L}\p{N}]+)*/gu) ?? [];
}

function containsPhrase(outer: readonly string[], inner: readonly string[]): boolean {
  if (inner.length === 0 || inner.length > outer.length) return false;
  return outer.some((_, start) => inner.every((word, offset) => outer[start + offset] === word));
}

/** 0, 40, 75, 80 or 95 for one required skill against one of the candidate's. */
export function skillMatchScore(required: string, offered: string): number {
  const wanted = wordsOf(required);
  const own = wordsOf(offered);
  if (containsPhrase(own, wanted) || containsPhrase(wanted, own)) {
    const grade = offered.toLowerCase();
    if (EXPERT.test(grade)) return 95;
    if (INTERMEDIATE.test(grade)) return 80;
    return 75;
  }
  const isPartial = wanted.some(
    (word) => word.length > 1 && !JOINING.has(word) && own.includes(word),
  );
  return isPartial ? 40 : 0;
}

function bestMatch(
  skill: string,
  others: readonly string[],
  score: typeof skillMatchScore,
): number {
  return others.reduce((best, other) => Math.max(best, score(skill, other)), 0);
}

/** Profiles say 'mid-level' where jobs say 'mid'. */
function rankOf(level: string | null): number | undefined {
  const ranks: Partial<Record<string, number>> = LEVEL_RANKS;
  return ranks[level?.replace(/-level$/u, "") ?? ""];
}

export function levelMatch(candidate: string | null, job: string | null): LevelMatch | null {
  const own = rankOf(candidate);
  const wanted = rankOf(job);
  if (own === undefined || wanted === undefined) return null;
  const distance = Math.abs(own - wanted);
  if (distance === 0) return "perfect";
  return distance === 1 ? "good" : "mismatch";
}

export function fitLabel(overall: number): Verdict["label"] {
  if (overall >= 85) return "excellent";
  if (overall >= 75) return "veryGood";
  if (overall >= 65) return "good";
  if (overall >= 50) return "fair";
  if (overall >= 35) return "belowAverage";
  return "poor";
}

export function fitRecommendation(overall: number): Verdict["recommendation"] {
  if (overall >= 80) return "strong";
  if (overall >= 60) return "good";
  return "weigh";
}

/**
 * @param interviewScore mean of the report's scores, 1 to 10, or null when there are none.
 * A part that is not known is left out and the other weights keep their proportion.
 */
export function jobFit(input: {
  requiredSkills: readonly string[];
  candidateSkills: readonly string[];
  candidateLevel: string | null;
  jobLevel: string | null;
  interviewScore: number | null;
}): JobFit {
  const skills = input.requiredSkills.map((skill) => ({
    skill,
    score: bestMatch(skill, input.candidateSkills, skillMatchScore),
  }));
  const skillScore =
    skills.length === 0 ? null : skills.reduce((sum, { score }) => sum + score, 0) / skills.length;
  const level = levelMatch(input.candidateLevel, input.jobLevel);

  const parts: { weight: number; value: number | null; part: FitPart }[] = [
    {
      weight: WEIGHTS.skills,
      value: skillScore,
      part: "skills",
    },
    {
      weight: WEIGHTS.level,
      value: level === null ? null : LEVEL_SCORES[level],
      part: "level",
    },
    {
      weight: WEIGHTS.interview,
      value: input.interviewScore === null ? null : input.interviewScore * 10,
      part: "interview",
    },
  ];
  const known = parts.filter((part) => part.value !== null);
  const weight = known.reduce((sum, part) => sum + part.weight, 0);
  const overall =
    weight === 0
      ? null
      : known.reduce((sum, part) => sum + part.weight * (part.value ?? 0), 0) / weight;

  return {
    skills,
    skillScore,
    missingCritical: skills.filter(({ score }) => score < CRITICAL_BELOW).map(({ skill }) => skill),
    bonusSkills: input.candidateSkills
      .filter(
        (own) =>
          bestMatch(own, input.requiredSkills, (offered, required) =>
            skillMatchScore(required, offered),
          ) === 0,
      )
      .slice(0, MAX_BONUS_SKILLS),
    level,
    verdict:
      overall === null
        ? null
        : { overall, label: fitLabel(overall), recommendation: fitRecommendation(overall) },
    notCounted: parts.filter((part) => part.value === null).map(({ part }) => part),
  };
}
