import type documents from "@/locales/en/documents.json";

type ParsedField = keyof (typeof documents)["parsedFields"];

const FIELDS: Record<ParsedField, true> = {
  name: true,
  email: true,
  phone: true,
  linkedin: true,
  currentPosition: true,
  location: true,
  summary: true,
  skills: true,
  experience: true,
  education: true,
  projects: true,
  certifications: true,
  languages: true,
  experienceLevel: true,
  title: true,
  level: true,
  company: true,
  industry: true,
  description: true,
  requiredSkills: true,
  preferredSkills: true,
  responsibilities: true,
  requirements: true,
  benefits: true,
  start: true,
  end: true,
  durationMonths: true,
  degree: true,
  institution: true,
};

/** A field of the extracted information that has a name in the catalogues. */
export function isParsedField(field: string): field is ParsedField {
  return Object.hasOwn(FIELDS, field);
}

/** Anything at all: blank texts, empty lists and things of blanks only say nothing. */
export function isTold(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.some(isTold);
  return typeof value === "object" ? Object.values(value).some(isTold) : true;
}
