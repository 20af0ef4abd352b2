/** Tests of correcting and restoring a line of the transcript. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Segment } from "../api/types";
import { EvidenceArea } from "./evidence-drawer";
import { TranscriptSection } from "./transcript-section";

const SEGMENT: Segment = {
  _id: "s1",
  sequence: 1,
  speaker: "candidate",
  text: "I mapped the islands first.",
  timestamp: "2026-11-01T09:00:00Z",
  startSeconds: 7,
  endSeconds: 9,
  source: "whisper",
  origin: "live",
};
const ROUTE = "PUT /api/interview/i1/transcript/s1";

function show(part: Partial<Segment> = {}, correctableId: string | null = "i1", status = 200) {
  const segments = [{ ...SEGMENT, ...part }];
  const calls = stubFetch({
    [ROUTE]: { status, json: { success: status === 200, error: "It is gone." } },
  });
  renderWithApp(
    <EvidenceArea segments={segments}>
      <TranscriptSection correctableId={correctableId} segments={segments} />
    </EvidenceArea>,
  );
  return () => calls.find(({ method }) => method === "PUT")?.body;
}

const open = () =>
  userEvent.click(screen.getByRole("button", { name: "Correct the line at 0:07" }));

describe("a line of the transcript", () => {
  it("is corrected", async () => {
    const body = show();
    await open();
    const text = screen.getByLabelText("Candidate");
    await userEvent.clear(text);
    expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
    await userEvent.type(text, " I mapped the aisles first. ");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Line corrected")).toBeInTheDocument();
    expect(body()).toEqual({ text: "I mapped the aisles first." });
  });

  it("is marked once it was corrected, and can be restored", async () => {
    const body = show({ originalText: "I mapped the isles first." });
    expect(screen.getByText("(corrected)")).toBeInTheDocument();
    await open();
    expect(screen.getByText(/“I mapped the isles first\.”/u)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Restore the original" }));
    expect(await screen.findByText("Line restored")).toBeInTheDocument();
    expect(body()).toEqual({ text: "I mapped the isles first." });
  });

  it("keeps the text when it could not be saved", async () => {
    show({}, "i1", 404);
    await open();
    await userEvent.type(screen.getByLabelText("Candidate"), " Yes.");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("It is gone.");
    expect(screen.getByLabelText("Candidate")).toHaveValue("I mapped the islands first. Yes.");
  });

  it("shows which words may be misheard", () => {
    show({ marks: [{ index: 3, heard: null }] });
    expect(screen.getByTitle("may be misheard")).toHaveTextContent("islands");
  });

  it("cannot be corrected by a reader", () => {
    show({}, null);
    expect(screen.queryByRole("button", { name: /^Correct/u })).not.toBeInTheDocument();
  });
});
