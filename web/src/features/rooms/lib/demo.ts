/** Rules of the demo transcript generator and of the manual status. The server has the same limits. */
import type { InterviewStatus } from "@/api/types";

export const SCENARIOS = ["frontend", "backend", "fullstack", "custom"] as const;
type Scenario = (typeof SCENARIOS)[number];

export const SEGMENTS = { min: 4, max: 50, step: 2, initial: 10 };
export const QUESTIONS = { min: 1, max: 10, step: 1, initial: 3 };

export interface DemoDraft {
  scenario: Scenario;
  customRole: string;
  segmentCount: number;
  coverQuestions: boolean;
  questionCount: number;
}

export const initialDraft: DemoDraft = {
  scenario: "frontend",
  customRole: "",
  segmentCount: SEGMENTS.initial,
  coverQuestions: false,
  questionCount: QUESTIONS.initial,
};

/** A custom scenario needs a role. */
export function canGenerate({ scenario, customRole }: DemoDraft): boolean {
  return scenario !== "custom" || customRole.trim() !== "";
}

const NEXT_STATUS: Partial<Record<InterviewStatus, InterviewStatus>> = {
  scheduled: "in_progress",
  in_progress: "completed",
  completed: "scheduled",
};

/** The step of the manual status call; null for statuses outside of the cycle. */
export function nextStatus(status: InterviewStatus): InterviewStatus | null {
  return NEXT_STATUS[status] ?? null;
}
