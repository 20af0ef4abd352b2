/** Edit form values of a record, and the PATCH body made from them. */
import type { JobStatus } from "@/api/types";

import type { JobChange, JobDescription } from "../api/types";
import { isJobLevel, type JobLevel } from "./status";

/** Values of the edit form. Skills are one comma-separated text; responsibilities are one per line. */
export interface JobDraft {
  title: string;
  company: string;
  location: string;
  status: JobStatus;
  level: JobLevel | "";
  skills: string;
  preferredSkills: string;
  responsibilities: string;
}

export function toDraft({ status, parsed }: JobDescription): JobDraft {
  return {
    title: parsed?.title ?? "",
    company: parsed?.company.name ?? "",
    location: parsed?.location ?? "",
    status,
    level: isJobLevel(parsed?.level) ? parsed.level : "",
    skills: (parsed?.requiredSkills ?? []).join(", "),
    preferredSkills: (parsed?.preferredSkills ?? []).join(", "),
    responsibilities: (parsed?.responsibilities ?? []).join("\n"),
  };
}

/**
 * Skills of a comma-separated text, trimmed, without empty ones. A known phrase that contains a comma
 * ('Python, Go or Java') stays in one piece as long as it is unchanged.
 */
export function parseSkills(text: string, known: readonly string[] = []): string[] {
  const whole = known.filter((phrase) => phrase.includes(",") && text.includes(phrase));
  const kept = whole.reduce(
    (rest, phrase) => rest.replace(phrase, phrase.replaceAll(",", "\0")),
    text,
  );
  return kept
    .split(",")
    .map((skill) => skill.replaceAll("\0", ",").trim())
    .filter((skill) => skill !== "");
}

/** Body of the PATCH request. Unchanged lists keep the wording of the document. */
export function toChange(job: JobDescription, draft: JobDraft): JobChange {
  const before = toDraft(job);
  const { requiredSkills = [], preferredSkills = [] } = job.parsed ?? {};
  return {
    status: draft.status,
    parsed: {
      title: draft.title.trim(),
      ...(draft.company === before.company ? {} : { company: { name: draft.company.trim() } }),
      ...(draft.location === before.location ? {} : { location: draft.location.trim() }),
      ...(draft.level === "" ? {} : { level: draft.level }),
      ...(draft.skills === before.skills
        ? {}
        : { requiredSkills: parseSkills(draft.skills, requiredSkills) }),
      ...(draft.preferredSkills === before.preferredSkills
        ? {}
        : { preferredSkills: parseSkills(draft.preferredSkills, preferredSkills) }),
      ...(draft.responsibilities === before.responsibilities
        ? {}
        : {
            responsibilities: draft.responsibilities
              .split("\n")
              .map((line) => line.trim())
              .filter((line) => line !== ""),
          }),
    },
    updatedAt: job.updatedAt,
  };
}
