/** Tests of the candidate's name of an interview. */
import { describe, expect, it } from "vitest";

import { getCandidateName } from "./candidate-name";

describe("getCandidateName", () => {
  it.each(["", "  ", "Unnamed Candidate", "New Interview"])("%j names nobody", (stored) => {
    expect(getCandidateName(stored)).toBeNull();
  });

  it("returns the name without spaces around it", () => {
    expect(getCandidateName(" Cara Diaz ")).toBe("Cara Diaz");
  });
});
