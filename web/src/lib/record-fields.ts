/** Labels of record fields by their path. */
import type { TFunction } from "i18next";

import type records from "@/locales/en/records.json";

import { titleCase } from "./format";

type FieldKey = keyof (typeof records)["fields"];

const FIELDS: Record<FieldKey, true> = {
  name: true,
  email: true,
  phone: true,
  linkedin: true,
  currentPosition: true,
  location: true,
  summary: true,
  cvSummary: true,
  assessment: true,
  keyStrengths: true,
  skills: true,
  experience: true,
  education: true,
  projects: true,
  certifications: true,
  languages: true,
  experienceLevel: true,
  totalExperienceYears: true,
  averageTenureYears: true,
  highestEducationLevel: true,
  educationLengthYears: true,
  status: true,
  title: true,
  level: true,
  company: true,
  industry: true,
  companyDescription: true,
  description: true,
  requiredSkills: true,
  preferredSkills: true,
  responsibilities: true,
  requirements: true,
  benefits: true,
  rawText: true,
  start: true,
  end: true,
  durationMonths: true,
  degree: true,
  institution: true,
};

/** Paths whose last part alone is not a clear label. */
const BY_PATH: Partial<Record<string, FieldKey>> = {
  "cvParsed.summary": "cvSummary",
  "cvProfile.summary": "assessment",
  "parsed.company.name": "company",
  "parsed.company.description": "companyDescription",
};

function isField(name: string): name is FieldKey {
  return Object.hasOwn(FIELDS, name);
}

/** Label of a record or document field: 'cvParsed.skills' → 'Skills'. */
export function fieldLabel(t: TFunction<"records">, path: string): string {
  const name = path.split(".").at(-1) ?? path;
  const key = BY_PATH[path] ?? (isField(name) ? name : null);
  // Unknown fields are shown under the server's name.
  return key === null ? titleCase(name.replaceAll(/(?=[A-Z])/gu, " ")) : t(`fields.${key}`);
}

/** Whether a value is not empty: blank texts, empty lists and objects of empty values are. */
export function hasContent(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.some(hasContent);
  return typeof value === "object" ? Object.values(value).some(hasContent) : true;
}
