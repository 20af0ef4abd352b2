import type { JobStatus } from "@/api/types";

export interface JobParsed {
  title?: string | null;
  level?: string | null;
  company?: { name?: string | null; industry?: string | null; description?: string | null } | null;
  requiredSkills?: string[];
  preferredSkills?: string[];
  responsibilities?: string[];
  requirements?: string[];
  benefits?: string[];
  summary?: string | null;
  description?: string | null;
}

export interface JobDescription {
  _id: string;
  documentId: string | null;
  status: JobStatus;
  rawText: string;
  parsed: JobParsed | null;
  updatedAt: string;
}
