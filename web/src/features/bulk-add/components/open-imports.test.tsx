/** Tests of unfinished imports. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { BATCH, data, NOTHING, show } from "../testing/show-bulk-add";
import { aBatch, aDocument } from "../testing/uploads";

describe("Unfinished imports", () => {
  const left = { batchId: "b1", status: "open", createdAt: "2026-11-20T09:00:00Z" };

  it("is offered and continues where it was left", async () => {
    const documents = [
      aDocument({ processingStatus: "completed" }),
      aDocument({ _id: "d2", originalName: "b.pdf", processingStatus: "completed" }),
    ];
    show({
      routes: {
        "GET /api/document-batches": data([
          { ...left, documentCount: 2 },
          { ...left, batchId: "b0", documentCount: 0 },
        ]),
        [BATCH]: data(aBatch({ documents })),
      },
    });
    expect(
      await screen.findByText("Your import from Nov 20, 2026 with 2 documents is not finished."),
    ).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("2 valid document(s) uploaded")).toBeVisible();
  });

  it("is discarded after a confirmation", async () => {
    let isThere = true;
    const { calls } = show({
      routes: {
        "GET /api/document-batches": () => data(isThere ? [{ ...left, documentCount: 2 }] : []),
        "DELETE /api/document-batches/b1": () => {
          isThere = false;
          return {};
        },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Discard the import from Nov 20, 2026?",
    });
    expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(0);
    await userEvent.click(within(question).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByText(/is not finished/)).toBeNull());
  });

  it("opens by its URL and shows the result once it is imported", async () => {
    const createdJobs = [{ _id: "j1", title: "Platform Engineer" }];
    const result = { ...NOTHING, createdJobs };
    show({
      at: "/add?batch=b1",
      routes: { [BATCH]: data(aBatch({ status: "committed", result })) },
    });
    expect(await screen.findByRole("heading", { name: "Import Completed!" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Platform Engineer" })).toHaveAttribute(
      "href",
      "/job-hq/j1",
    );
  });

  it("reports a missing import and offers a new one", async () => {
    const { router } = show({
      at: "/add?batch=b1",
      routes: { [BATCH]: { status: 404, json: { error: "No.", code: "NOT_FOUND" } } },
    });
    expect(await screen.findByText("This import no longer exists")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Start a new import" }));
    expect(await screen.findByText("browse")).toBeVisible();
    expect(router.state.location.search).toBe("");
  });
});
