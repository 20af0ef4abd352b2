export type ChecklistStep = "candidate" | "job" | "questions";

export interface Checklist {
  steps: { step: ChecklistStep; isDone: boolean }[];
  done: number;
  isComplete: boolean;
}

/** The three things an interview wants before it starts. */
export function checklist(state: Record<ChecklistStep, boolean>): Checklist {
  const steps: Checklist["steps"] = [
    { step: "candidate", isDone: state.candidate },
    { step: "job", isDone: state.job },
    { step: "questions", isDone: state.questions },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return { steps, done, isComplete: done === steps.length };
}
