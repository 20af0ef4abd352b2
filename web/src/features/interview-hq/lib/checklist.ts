/** Preparation checklist: its steps and which are completed. */
export type ChecklistStep = "candidate" | "job" | "questions";

export interface Checklist {
  steps: { step: ChecklistStep; isDone: boolean }[];
  done: number;
  isComplete: boolean;
}

/** Completed steps of the preparation checklist. */
export function checklist(state: Record<ChecklistStep, boolean>): Checklist {
  const steps: Checklist["steps"] = [
    { step: "candidate", isDone: state.candidate },
    { step: "job", isDone: state.job },
    { step: "questions", isDone: state.questions },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return { steps, done, isComplete: done === steps.length };
}
