import type { JobStatus } from "@/api/types";

import type { JobChange, JobDescription } from "../api/types";
import { isJobLevel, type JobLevel } from "./status";

/** What the edit form holds; skills are one comma-separated text, responsibilities one a line. */
export interface JobDraft {
  title: string;
  status: JobStatus;
  level: JobLevel | "";
  skills: string;
  preferredSkills: string;
  responsibilities: string;
}

export function draftOf({ status, parsed }: JobDescription): JobDraft {
  return {
    title: parsed?.title ?? "",
    status,
    level: isJobLevel(parsed?.level) ? parsed.level : "",
    skills: (parsed?.requiredSkills ?? []).join(", "),
    preferredSkills: (parsed?.preferredSkills ?? []).join(", "),
    responsibilities: (parsed?.responsibilities ?? []).join("\n"),
  };
}

/**
 * Split on commas, trimmed, empties dropped. A phrase of the document that has a comma of its own
 * ('Python, Go or Java') stays one while it stands in the text as it was.
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

/** The body of the PATCH call; lists that nobody touched stay what the document told. */
export function toChange(job: JobDescription, draft: JobDraft): JobChange {
  const before = draftOf(job);
  const { requiredSkills = [], preferredSkills = [] } = job.parsed ?? {};
  return {
    status: draft.status,
    parsed: {
      title: draft.title.trim(),
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
