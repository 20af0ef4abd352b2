/** States and failures of the spam check. */
/** Keys under `landing:check` of the five failure messages. */
export type CheckProblem =
  "failedToLoad" | "failedToLoadConnection" | "notLoaded" | "notReady" | "failed";

export type CheckState =
  | { status: "loading" }
  /** Loaded and working. */
  | { status: "verifying" }
  | { status: "verified" }
  | { status: "failed"; problem: CheckProblem };

/** The check failed. */
export class CheckFailed extends Error {
  readonly problem: CheckProblem;

  constructor(problem: CheckProblem) {
    super(problem);
    this.name = "CheckFailed";
    this.problem = problem;
  }
}

/** Whether the check has loaded. Submitting does not wait for its solution. */
export function isLoaded(state: CheckState): boolean {
  return (
    state.status === "verifying" ||
    state.status === "verified" ||
    (state.status === "failed" && state.problem === "failed")
  );
}

/** Why the form cannot be sent now, or null. */
export function refusal(state: CheckState): CheckProblem | null {
  switch (state.status) {
    case "loading":
    case "verifying":
      return "notReady";
    case "verified":
      return null;
    case "failed":
      return state.problem === "failed" ? "failed" : "notLoaded";
  }
}

/** Message key for any error while loading or running the check. */
export function toCheckProblem(error: unknown): CheckProblem {
  return error instanceof CheckFailed ? error.problem : "failed";
}
