/** The documents' five security-verification sentences, by their keys under `landing:check`. */
export type CheckProblem =
  "failedToLoad" | "failedToLoadConnection" | "notLoaded" | "notReady" | "failed";

export type CheckState =
  | { status: "loading" }
  /** Loaded, and at work. */
  | { status: "verifying" }
  | { status: "verified" }
  | { status: "failed"; problem: CheckProblem };

/** Why the check cannot vouch for this visitor. */
export class CheckFailed extends Error {
  readonly problem: CheckProblem;

  constructor(problem: CheckProblem) {
    super(problem);
    this.name = "CheckFailed";
    this.problem = problem;
  }
}

/** Submitting waits for the check to be there, not for its answer. */
export function isLoaded(state: CheckState): boolean {
  return (
    state.status === "verifying" ||
    state.status === "verified" ||
    (state.status === "failed" && state.problem === "failed")
  );
}

/** What speaks against sending now, or null. */
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

/** Of whatever went wrong while the check was loaded or at work. */
export function toCheckProblem(error: unknown): CheckProblem {
  return error instanceof CheckFailed ? error.problem : "failed";
}
