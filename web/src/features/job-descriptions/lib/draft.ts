import type { JobStatus } from "@/api/types";

import type { JobChange } from "../api/types";
import type { JobLevel } from "./status";

/** What the edit form holds; skills are one comma-separated line. */
export interface JobDraft {
  title: string;
  status: JobStatus;
  level: JobLevel | "";
  skills: string;
  responsibilities: string[];
}

/** Split on commas, trimmed, empties dropped. */
export function parseSkills(text: string): string[] {
  return text
    .split(",")
    .map((skill) => skill.trim())
    .filter((skill) => skill !== "");
}

/** The body of the PATCH call. */
export function toChange(draft: JobDraft): JobChange {
  return {
    status: draft.status,
    parsed: {
      title: draft.title.trim(),
      ...(draft.level === "" ? {} : { level: draft.level }),
      requiredSkills: parseSkills(draft.skills),
      responsibilities: draft.responsibilities
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    },
  };
}
