/** Tests of the choice whether an interview is recorded. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Interview } from "@/api/types";
import { aSite } from "@/testing/account";

import { changes, showDetails } from "../testing/show-details";

const show = (part: Partial<Interview>, recordingAllowed = true) =>
  showDetails(part, {
    "GET /api/site": { json: { success: true, data: aSite({ recordingAllowed }) } },
  });

describe("the choice to record", () => {
  it("is offered where the administrator allows it", async () => {
    const calls = show({});
    await userEvent.click(await screen.findByRole("switch", { name: "Record audio" }));
    expect(changes(calls)).toEqual([{ isRecorded: true }]);
  });

  it("is absent where it is not allowed, and once the interview has started", async () => {
    show({}, false);
    show({ status: "in_progress", isRecorded: true });
    await screen.findAllByText("Interview Details");
    expect(screen.queryByRole("switch", { name: "Record audio" })).toBeNull();
  });

  it("says whether the candidate has agreed", async () => {
    show({ isRecorded: true, consentGiven: true, consentedToRecording: true });
    expect(await screen.findByText("The candidate has agreed to the recording.")).toBeVisible();
  });

  it("says that recordings were switched off meanwhile", async () => {
    show({ isRecorded: true }, false);
    expect(await screen.findByText(/switched recordings off/)).toBeVisible();
  });
});
