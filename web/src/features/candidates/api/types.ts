export interface ExperienceEntry {
  title?: string | null;
  company?: string | null;
  durationMonths?: number | null;
  start?: string | null;
  end?: string | null;
  description?: string | null;
}

export interface EducationEntry {
  degree?: string | null;
  institution?: string | null;
  start?: string | null;
  end?: string | null;
}

export interface CvParsed {
  summary?: string | null;
  skills?: string[];
  experience?: ExperienceEntry[];
  education?: EducationEntry[];
  projects?: string[];
  certifications?: string[];
  languages?: string[];
  experienceLevel?: string | null;
}

export interface CvProfile {
  summary?: string | null;
  keyStrengths?: string[];
  experienceLevel?: string | null;
  totalExperienceYears?: number | null;
  averageTenureYears?: number | null;
  highestEducationLevel?: string | null;
  educationLengthYears?: number | null;
}

export interface CandidateProfile {
  _id: string;
  name: string;
  email: string | null;
  phone: string | null;
  linkedin: string | null;
  currentPosition: string;
  cvParsed: CvParsed | null;
  cvProfile: CvProfile | null;
  updatedAt: string;
}

export interface ProfileChange {
  name: string;
  email: string;
  phone: string;
  linkedin: string;
  cvParsed: { summary: string };
}
