/** Tests of the spam check. */
import { describe, expect, it } from "vitest";

import { CheckFailed, isLoaded, toCheckProblem, refusal, type CheckState } from "./spam-check";

const failed = (problem: Extract<CheckState, { status: "failed" }>["problem"]): CheckState => ({
  status: "failed",
  problem,
});

describe("spam check", () => {
  it("blocks sending until its result is available", () => {
    expect(refusal({ status: "loading" })).toBe("notReady");
    expect(refusal({ status: "verifying" })).toBe("notReady");
    expect(refusal({ status: "verified" })).toBeNull();
  });

  it("reports that it could not be loaded", () => {
    expect(refusal(failed("failedToLoad"))).toBe("notLoaded");
    expect(refusal(failed("failedToLoadConnection"))).toBe("notLoaded");
    expect(refusal(failed("failed"))).toBe("failed");
  });

  it("enables the button as soon as it is loaded, whatever its result", () => {
    expect(isLoaded({ status: "loading" })).toBe(false);
    expect(isLoaded({ status: "verifying" })).toBe(true);
    expect(isLoaded({ status: "verified" })).toBe(true);
    expect(isLoaded(failed("failedToLoad"))).toBe(false);
    expect(isLoaded(failed("failedToLoadConnection"))).toBe(false);
    expect(isLoaded(failed("failed"))).toBe(true);
  });

  it("treats unknown problems as a failure", () => {
    expect(toCheckProblem(new CheckFailed("notLoaded"))).toBe("notLoaded");
    expect(toCheckProblem(new TypeError("x is not a function"))).toBe("failed");
  });
});
