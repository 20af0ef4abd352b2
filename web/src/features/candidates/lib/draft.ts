/** Edit form values of a record, and the PATCH body made from them. */
import type {
  CandidateProfile,
  EducationEntry,
  ExperienceEntry,
  ProfileChange,
} from "../api/types";

/** Values of the edit form. Skills are one comma-separated text; strengths are one per line. */
export interface ProfileDraft {
  name: string;
  email: string;
  phone: string;
  linkedin: string;
  position: string;
  location: string;
  assessment: string;
  strengths: string;
  experience: Record<"title" | "company" | "start" | "end" | "description", string>[];
  education: Record<"degree" | "institution" | "start" | "end", string>[];
  summary: string;
  skills: string;
}

export const DATE = /^\s*(\d{4}(-(0[1-9]|1[0-2]))?)?\s*$/u;

function experienceDraft(entry: ExperienceEntry): ProfileDraft["experience"][number] {
  const { title, company, start, end, description } = entry;
  return { title, company, start: start ?? "", end: end ?? "", description };
}

function educationDraft(entry: EducationEntry): ProfileDraft["education"][number] {
  const { degree, institution, start, end } = entry;
  return { degree, institution, start: start ?? "", end: end ?? "" };
}

export function toDraft(profile: CandidateProfile): ProfileDraft {
  const { cvParsed, cvProfile } = profile;
  return {
    name: profile.name,
    email: profile.email ?? "",
    phone: profile.phone ?? "",
    linkedin: profile.linkedin ?? "",
    position: profile.currentPosition,
    location: cvParsed?.location ?? "",
    assessment: cvProfile?.summary ?? "",
    strengths: (cvProfile?.keyStrengths ?? []).join("\n"),
    experience: (cvParsed?.experience ?? []).map(experienceDraft),
    education: (cvParsed?.education ?? []).map(educationDraft),
    summary: cvParsed?.summary ?? "",
    skills: (cvParsed?.skills ?? []).join(", "),
  };
}

const parts = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type ExperienceChange = NonNullable<NonNullable<ProfileChange["cvParsed"]>["experience"]>[number];

/** Keeps the duration stated in the document as long as its dates are unchanged. */
function experienceChange(
  entry: ProfileDraft["experience"][number],
  known: readonly ExperienceEntry[],
): ExperienceChange {
  const [start, end] = [entry.start.trim(), entry.end.trim()];
  const before = known.find(
    (old) =>
      (old.start ?? "") === start &&
      (old.end ?? "") === end &&
      (old.title === entry.title || old.company === entry.company),
  );
  return {
    title: entry.title.trim(),
    company: entry.company.trim(),
    start: start || null,
    end: end || null,
    durationMonths: before?.durationMonths ?? null,
    description: entry.description.trim(),
  };
}

/**
 * Body of the PATCH request: all contacts, and the changed parts of the rest only, so that the others
 * keeps the wording of the document. An empty text removes a value.
 */
export function toChange(profile: CandidateProfile, draft: ProfileDraft): ProfileChange {
  const before = toDraft(profile);
  const isChanged = (field: keyof ProfileDraft) => !isSame(before[field], draft[field]);
  const known = profile.cvParsed?.experience ?? [];
  const cvParsed = {
    ...(isChanged("location") ? { location: draft.location.trim() } : {}),
    ...(isChanged("summary") ? { summary: draft.summary.trim() } : {}),
    ...(isChanged("skills") ? { skills: parts(draft.skills, ",") } : {}),
    ...(isChanged("experience")
      ? { experience: draft.experience.map((entry) => experienceChange(entry, known)) }
      : {}),
    ...(isChanged("education")
      ? {
          education: draft.education.map(({ degree, institution, start, end }) => ({
            degree: degree.trim(),
            institution: institution.trim(),
            start: start.trim() || null,
            end: end.trim() || null,
          })),
        }
      : {}),
  };
  const cvProfile = {
    ...(isChanged("assessment") ? { summary: draft.assessment.trim() } : {}),
    ...(isChanged("strengths") ? { keyStrengths: parts(draft.strengths, "\n") } : {}),
  };
  return {
    name: draft.name.trim(),
    email: draft.email.trim(),
    phone: draft.phone.trim(),
    linkedin: draft.linkedin.trim(),
    ...(isChanged("position") ? { currentPosition: draft.position.trim() } : {}),
    ...(Object.keys(cvParsed).length > 0 ? { cvParsed } : {}),
    ...(Object.keys(cvProfile).length > 0 ? { cvProfile } : {}),
    updatedAt: profile.updatedAt,
  };
}
