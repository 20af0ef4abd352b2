/** Tests of the notice about another email address in the candidate's profile. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Interview } from "@/api/types";
import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { AddressNotice } from "./address-notice";

const CARA = "cara@mail.example";

function show(part: Partial<Interview>, profileEmail: string | null) {
  const interview = anInterview(part);
  const calls = stubFetch({
    "PATCH /api/interviews/i1": { json: { success: true, interview } },
  });
  renderWithApp(<AddressNotice interview={interview} profileEmail={profileEmail} />);
  return calls;
}

describe("AddressNotice", () => {
  it("shows both addresses and takes the other one only when asked to", async () => {
    const calls = show({ candidateEmail: CARA }, "referee@elsewhere.example");
    expect(screen.getByText(/Invitations go to cara@mail.example/)).toBeInTheDocument();
    expect(calls).toHaveLength(0);
    await userEvent.click(screen.getByRole("button", { name: "Use this address" }));
    await waitFor(() =>
      expect(calls.map(({ body }) => body)).toEqual([
        { candidateEmail: "referee@elsewhere.example" },
      ]),
    );
  });

  it.each([
    [{ candidateEmail: CARA }, "Cara@mail.example"],
    [{ candidateEmail: CARA }, null],
    [{ candidateEmail: null }, "referee@elsewhere.example"],
    [{ candidateEmail: CARA, status: "completed" as const }, "referee@elsewhere.example"],
  ])("says nothing without a difference that matters", (part, profileEmail) => {
    show(part, profileEmail);
    expect(screen.queryByRole("button", { name: "Use this address" })).not.toBeInTheDocument();
  });
});
