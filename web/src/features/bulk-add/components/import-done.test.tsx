/** Tests of the result of an import. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { renderWithApp } from "@/testing/render-with-app";

import { ImportDone } from "./import-done";

const RESULT = {
  createdCandidates: [{ _id: "c1", name: "Nora Lindqvist" }],
  updatedCandidates: [],
  createdJobs: [],
  updatedJobs: [],
  skipped: 0,
  openBatchId: null,
};

describe("the result of an import", () => {
  it("offers to process the documents again that could not be read", async () => {
    const onRetry = vi.fn();
    renderWithApp(
      <ImportDone result={RESULT} failed={["u1", "u2"]} onRetry={onRetry} onBegin={vi.fn()} />,
    );
    expect(await screen.findByText(/^2 documents could not be read/u)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Retry failed" }));
    expect(onRetry).toHaveBeenCalledWith(["u1", "u2"]);
  });

  it("offers no retry where there is nothing to retry", async () => {
    renderWithApp(<ImportDone result={RESULT} failed={[]} onRetry={vi.fn()} onBegin={vi.fn()} />);
    expect(await screen.findByText("Nora Lindqvist")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Retry failed" })).toBeNull();
  });
});
