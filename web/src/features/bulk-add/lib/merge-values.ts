/** Texts of record fields in the merge comparison. */
import { formatMonth, formatNumber, titleCase } from "@/lib/format";

/** Fields that have a label, by path. */
export const FIELD_KEYS = {
  name: "name",
  email: "email",
  phone: "phone",
  linkedin: "linkedin",
  currentPosition: "currentPosition",
  "cvParsed.summary": "summary",
  "cvParsed.skills": "skills",
  "cvParsed.experience": "experience",
  "cvParsed.education": "education",
  "cvParsed.projects": "projects",
  "cvParsed.certifications": "certifications",
  "cvParsed.languages": "languages",
  "cvParsed.location": "location",
  "cvParsed.experienceLevel": "experienceLevel",
  "cvProfile.summary": "assessment",
  "cvProfile.keyStrengths": "keyStrengths",
  "cvProfile.experienceLevel": "experienceLevel",
  "cvProfile.totalExperienceYears": "totalExperienceYears",
  "cvProfile.averageTenureYears": "averageTenureYears",
  "cvProfile.highestEducationLevel": "highestEducationLevel",
  "cvProfile.educationLengthYears": "educationLengthYears",
  "parsed.title": "title",
  "parsed.level": "level",
  "parsed.company.name": "company",
  "parsed.requiredSkills": "requiredSkills",
  "parsed.preferredSkills": "preferredSkills",
  "parsed.responsibilities": "responsibilities",
  "parsed.requirements": "requirements",
  "parsed.benefits": "benefits",
  "parsed.summary": "summary",
  "parsed.description": "description",
} as const;

export type FieldKey = (typeof FIELD_KEYS)[keyof typeof FIELD_KEYS];

export function fieldKey(path: string): FieldKey | null {
  return Object.hasOwn(FIELD_KEYS, path) ? FIELD_KEYS[path as keyof typeof FIELD_KEYS] : null;
}

/** 'Total experience years' from 'cvProfile.totalExperienceYears', for a field without a label. */
export function plainFieldName(path: string): string {
  const last = path.split(".").at(-1) ?? path;
  return titleCase(last.replaceAll(/([a-z])([A-Z])/gu, "$1 $2"));
}

/** Keys in reading order. */
const ENTRY_FIELDS = ["position", "title", "degree", "company", "institution", "field"];

function entryLine(entry: Record<string, unknown>): string {
  const known = ENTRY_FIELDS.filter((name) => typeof entry[name] === "string" && entry[name]);
  const words = known.map((name) => String(entry[name]));
  const span = ["start", "end"]
    .map((name) => entry[name])
    .filter((value): value is string => typeof value === "string" && value !== "")
    .map(formatMonth)
    .join(" – ");
  return [words.join(", "), span].filter(Boolean).join(" · ");
}

/** A record value as readable lines; none if it is empty. */
export function valueLines(value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value === "number") return [formatNumber(value)];
  if (typeof value === "string") return [value];
  if (typeof value === "boolean") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(valueLines);
  if (typeof value === "object") {
    const line = entryLine(value as Record<string, unknown>);
    return line === "" ? Object.values(value).flatMap(valueLines) : [line];
  }
  return [];
}
