/** Tests of the preview stage of a bulk import. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Merge } from "../api/types";
import { aCandidate, aJob, COMMIT, data, NOTHING, show, toPreview } from "../testing/show-bulk-add";
import { aBatch, aDocument } from "../testing/uploads";

describe("Preview stage", () => {
  const existing = aCandidate({
    sourceDocumentId: "d2",
    name: "",
    email: null,
    duplicateOf: "c1",
    duplicateKind: "existing",
    duplicateName: "Nora Lindqvist",
  });
  const preview = {
    candidates: [aCandidate(), existing],
    jobs: [aJob({ title: "", company: "" })],
  };

  it("shows both tables with the specified texts and duplicates unselected", async () => {
    show({ preview });
    await toPreview();
    const candidates = within(await screen.findByRole("table", { name: "Candidates" }));
    const fresh = within(candidates.getByRole("row", { name: /nora@example.org/ }));
    expect(fresh.getByText("New")).toBeVisible();
    expect(fresh.getByRole("checkbox", { name: "Import Nora Lindqvist" })).toBeChecked();
    const merged = within(candidates.getByRole("row", { name: /Unnamed Candidate/ }));
    expect(merged.getByText("No email")).toBeVisible();
    expect(merged.getByText("Will Merge")).toBeVisible();
    expect(merged.getByRole("checkbox")).not.toBeChecked();
    const jobs = within(screen.getByRole("table", { name: "Jobs" }));
    expect(jobs.getByText("Untitled Job")).toBeVisible();
    expect(jobs.getByText("No company")).toBeVisible();
    expect(screen.getByRole("button", { name: "Confirm & Import (2 items)" })).toBeEnabled();
  });

  it("selects all, none or some, and requires a selection to import", async () => {
    show({ preview });
    await toPreview();
    const all = await screen.findByRole("checkbox", { name: "All: Candidates" });
    expect(all).toHaveAttribute("aria-checked", "mixed");
    await userEvent.click(all);
    expect(screen.getByRole("button", { name: "Confirm & Import (3 items)" })).toBeEnabled();
    await userEvent.click(all);
    await userEvent.click(screen.getAllByRole("button", { name: "Deselect All" })[1]!);
    expect(screen.getByRole("button", { name: "Confirm & Import (0 items)" })).toBeDisabled();
    await userEvent.click(screen.getAllByRole("button", { name: "Select All" })[0]!);
    expect(screen.getByRole("button", { name: "Confirm & Import (2 items)" })).toBeEnabled();
    // The selection is kept after going back.
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByRole("button", { name: "Confirm & Import (2 items)" })).toBeEnabled();
  });

  it("compares a duplicate side by side, also by keyboard, and selects it from there", async () => {
    const merge: Merge = {
      recordId: "c1",
      recordName: "Nora Lindqvist",
      changes: [
        {
          path: "phone",
          current: null,
          incoming: "+46 1",
          merged: "+46 1",
          effect: "filled",
          addedCount: null,
        },
        {
          path: "cvParsed.skills",
          current: ["Go"],
          incoming: ["SQL"],
          merged: ["Go", "SQL"],
          effect: "united",
          addedCount: 1,
        },
        {
          path: "name",
          current: "Nora Lindqvist",
          incoming: "N. L.",
          merged: "Nora Lindqvist",
          effect: "kept",
          addedCount: null,
        },
      ],
    };
    show({ preview, routes: { "GET /api/document-batches/b1/documents/d2/merge": data(merge) } });
    await toPreview();
    const compare = await screen.findByRole("button", { name: /^Compare Unnamed Candidate/ });
    compare.focus();
    await userEvent.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Merge with Nora Lindqvist" }));
    const skills = within(await dialog.findByRole("row", { name: /Skills/ }));
    expect(skills.getByText("Combined")).toBeVisible();
    expect(skills.getByText("1 new")).toBeVisible();
    expect(skills.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Go",
      "SQL",
      "Go",
      "SQL",
    ]);
    expect(within(dialog.getByRole("row", { name: /Phone/ })).getByText("Filled")).toBeVisible();
    expect(within(dialog.getByRole("row", { name: /^Name/ })).getByText("Kept")).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Select for import" }));
    expect(screen.getByRole("button", { name: "Confirm & Import (3 items)" })).toBeEnabled();
  });

  it("imports the selection once, even on repeated clicks", async () => {
    const createdCandidates = [{ _id: "c7", name: "Nora Lindqvist" }];
    const { calls } = show({
      preview,
      routes: { [COMMIT]: data({ ...NOTHING, createdCandidates }) },
    });
    await toPreview();
    await userEvent.dblClick(
      await screen.findByRole("button", { name: "Confirm & Import (2 items)" }),
    );
    expect(
      await screen.findByText(
        "1 new candidates, 0 updated candidates, 0 new jobs, 0 updated jobs have been successfully imported.",
      ),
    ).toBeVisible();
    const commits = calls.filter(({ url }) => url.endsWith("/commit"));
    const previewed = [...preview.candidates, ...preview.jobs].map((item) => item.sourceDocumentId);
    expect(commits.map(({ body }) => body)).toEqual([
      { selectedCandidates: ["d1"], selectedJobs: ["d9"], previewed },
    ]);
    expect(screen.getByRole("link", { name: "View Candidates" })).toHaveAttribute(
      "href",
      "/candidates",
    );
    expect(screen.queryByRole("link", { name: "View Jobs" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Import More" }));
    expect(await screen.findByText("browse")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("loses nothing when the import fails", async () => {
    let isBroken = true;
    show({
      preview,
      routes: {
        [COMMIT]: () =>
          isBroken
            ? {
                status: 503,
                json: { error: "The server's database is busy.", code: "DATABASE_BUSY" },
              }
            : data(NOTHING),
      },
    });
    await toPreview();
    const confirm = await screen.findByRole("button", { name: "Confirm & Import (2 items)" });
    await userEvent.click(confirm);
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The import failed. Nothing was imported, and nothing is lost. The server's database is busy.",
    );
    isBroken = false;
    await userEvent.click(confirm);
    expect(await screen.findByText("No items were imported.")).toBeVisible();
    expect(screen.queryByRole("link", { name: /View/ })).toBeNull();
  });

  it("asks before leaving out documents that are still being processed, and links to them", async () => {
    const { calls } = show({
      preview: { ...preview, pending: 3 },
      routes: {
        [COMMIT]: data({ ...NOTHING, skipped: 3, openBatchId: "b2" }),
        "GET /api/document-batches/b2": data(
          aBatch({ batchId: "b2", documents: [aDocument({ originalName: "late.pdf" })] }),
        ),
      },
    });
    await toPreview();
    expect(await screen.findByText(/3 documents are still being processed/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Confirm & Import (2 items)" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Import without 3 documents?",
    });
    expect(calls.filter(({ url }) => url.endsWith("/commit"))).toHaveLength(0);
    await userEvent.click(within(question).getByRole("button", { name: "Import now" }));
    expect(await screen.findByText(/3 documents were not processed in time/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("late.pdf")).toBeVisible();
  });
});
