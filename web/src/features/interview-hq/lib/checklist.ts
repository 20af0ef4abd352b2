export type ChecklistStep = "candidate" | "job" | "questions";

export interface Checklist {
  steps: { step: ChecklistStep; label: string; isDone: boolean }[];
  done: number;
  isComplete: boolean;
}

/** The three things an interview wants before it starts. */
export function checklist(state: Record<ChecklistStep, boolean>): Checklist {
  const steps: Checklist["steps"] = [
    { step: "candidate", label: "Candidate", isDone: state.candidate },
    { step: "job", label: "Job Description", isDone: state.job },
    { step: "questions", label: "Questions", isDone: state.questions },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return { steps, done, isComplete: done === steps.length };
}
