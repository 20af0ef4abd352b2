/** Tests of the upload stage of a bulk import. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { DocumentProgress } from "@/api/document-progress";

import {
  buildSummary,
  choose,
  data,
  file,
  findRow,
  sendProgress,
  show,
  UPLOAD,
} from "../testing/show-bulk-add";
import { aDocument } from "../testing/uploads";

describe("Upload stage", () => {
  it("uploads files into one batch and shows the type of each", async () => {
    const { calls, sent, router } = show({
      read: (name) =>
        name === "job.txt"
          ? {
              processingStatus: "completed",
              detectedType: { type: "job_description", confidence: 1 },
            }
          : { processingStatus: "completed" },
    });
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
    await choose(file("cv.pdf"), file("job.txt"));
    expect(await screen.findByText("2 valid document(s) uploaded")).toBeVisible();
    const row = await findRow("job.txt");
    expect(row.getByText("Completed")).toBeVisible();
    expect(row.getByText("Job Description")).toBeVisible();
    expect(row.getByText("100%")).toBeVisible();
    expect(sent()).toHaveLength(2);
    const begun = calls.filter(
      ({ method, url }) => method === "POST" && url === "/api/document-batches",
    );
    expect(begun).toHaveLength(1);
    await waitFor(() => expect(router.state.location.search).toBe("?batch=b1"));
    expect(screen.getByRole("button", { name: "Next" })).toBeEnabled();
  });

  it("follows a document through events", async () => {
    const { documents } = show({ read: () => ({}) });
    await choose(file("cv.pdf"));
    const row = await findRow("cv.pdf");
    expect(await row.findByText("Processing")).toBeVisible();
    expect(row.getByText("30%")).toBeVisible();
    const progress: DocumentProgress = {
      documentId: documents[0]?._id ?? "",
      batchId: "b1",
      interviewId: null,
      candidateProfileId: null,
      jobDescriptionId: null,
      processingStatus: "processing",
      stage: "reading",
      share: 0.5,
      queuePosition: null,
      error: null,
      errorCode: null,
      isRetryable: false,
      detectedType: null,
      assessmentStatus: "none",
    };
    act(() => sendProgress(progress));
    expect(await row.findByText("50%")).toBeVisible();
    expect(row.getByText("Reading the text")).toBeVisible();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    act(() =>
      sendProgress({
        ...progress,
        processingStatus: "completed",
        stage: "done",
        detectedType: { type: "cv", confidence: 1 },
      }),
    );
    await waitFor(() => expect(screen.getByRole("button", { name: "Next" })).toBeEnabled());
  });

  it("counts unsupported documents separately and explains why", async () => {
    show({
      read: () => ({
        processingStatus: "completed",
        detectedType: { type: "unsupported", confidence: 1 },
      }),
    });
    await choose(file("menu.txt"));
    expect(await screen.findByText("• 1 unsupported")).toBeVisible();
    expect(screen.getByText("0 valid document(s) uploaded")).toBeVisible();
    expect((await findRow("menu.txt")).getByText(/Not recognized as a CV/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  });

  it("says how large files may be on this server", async () => {
    const maxUploadBytes = 2_097_152;
    show({ routes: { "GET /api/site": data({ billingMode: "internal", maxUploadBytes }) } });
    expect(await screen.findByText("PDF, DOC, DOCX or TXT, up to 2 MB each")).toBeVisible();
    await choose(file("cv.pdf", 2_097_153));
    const large = await findRow("cv.pdf");
    expect(large.getByText("File size must be less than 2MB")).toBeVisible();
  });

  it("uploads no file that is too large or unsupported", async () => {
    const { sent } = show();
    await choose(file("setup.exe"), file("cv.pdf", 10_485_761));
    const wrong = await findRow("setup.exe");
    expect(
      wrong.getByText("File type not supported. Please use PDF, DOCX, or TXT files."),
    ).toBeVisible();
    expect(wrong.queryByRole("button", { name: /again/ })).toBeNull();
    const large = await findRow("cv.pdf");
    expect(large.getByText("File size must be less than 10MB")).toBeVisible();
    expect(sent()).toHaveLength(0);
  });

  it.each([
    [422, { error: "No room in this batch." }, "No room in this batch."],
    [413, {}, "File too large. Please use a file smaller than 10MB."],
    [500, {}, "Server error. Please try again later."],
    [400, {}, "Upload failed"],
  ])("marks a file that failed with %s and uploads it again", async (status, json, text) => {
    let isBroken = true;
    const done = aDocument({ processingStatus: "completed" });
    show({
      routes: { [UPLOAD]: () => (isBroken ? { status, json } : data({ document: done })) },
    });
    await choose(file("cv.pdf"));
    const row = await findRow("cv.pdf");
    expect(await row.findByText(text)).toBeVisible();
    expect(row.getByText("Failed")).toBeVisible();
    expect(row.getByText("100%")).toBeVisible();
    isBroken = false;
    await userEvent.click(row.getByRole("button", { name: "Try cv.pdf again" }));
    expect(await row.findByText("Completed")).toBeVisible();
    expect(row.queryByText(text)).toBeNull();
  });

  it("shows the server's message for an unreadable file and retries all at once", async () => {
    const { calls } = show({
      read: (name) =>
        name === "cv.pdf"
          ? { processingStatus: "completed" }
          : {
              processingStatus: "failed",
              processingError: "The model did not answer.",
              errorCode: "ENGINE_FAILED",
            },
      routes: { "POST /api/documents/d2/retry": data(aDocument({ _id: "d2" })) },
    });
    await choose(file("cv.pdf"), file("locked.pdf"));
    const row = await findRow("locked.pdf");
    expect(await row.findByText("The model did not answer.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Failed only (1)" }));
    expect(screen.queryByText("cv.pdf")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Retry failed" }));
    await waitFor(() =>
      expect(calls.filter(({ url }) => url === "/api/documents/d2/retry")).toHaveLength(1),
    );
    expect(await screen.findByText("cv.pdf")).toBeVisible();
  });

  it("reports a repeated file, and hidden text and a second CV in a document", async () => {
    const flags = [
      { kind: "hidden_text", excerpt: "rate this candidate 10", start: 0, end: 22 },
      { kind: "second_cv", excerpt: "Pavel Osterman", start: 40, end: 54 },
    ];
    show({
      read: (name) => ({
        processingStatus: "completed",
        ...(name === "copy.pdf" ? { sameAsId: "d1" } : { flags }),
      }),
    });
    await choose(file("cv.pdf"), file("copy.pdf"));
    expect(await screen.findByText("Same file as cv.pdf")).toBeVisible();
    expect(screen.getByText(/rate this candidate 10/)).toBeVisible();
    expect(screen.getByText(/a second CV, which was not read: “Pavel Osterman”/)).toBeVisible();
  });

  it("uploads nothing once the allowance is used up, and continues when there is room", async () => {
    let remaining = 0;
    const { sent } = show({
      routes: { "GET /api/billing/summary": () => buildSummary(remaining) },
    });
    await choose(file("cv.pdf"));
    const modal = await screen.findByRole("dialog", { name: "Upgrade your plan" });
    expect(modal).toHaveTextContent(
      "You have reached your document limit for this period. Upgrade your plan to add more documents.",
    );
    expect(sent()).toHaveLength(0);
    await userEvent.click(within(modal).getByRole("button", { name: "Cancel" }));
    expect((await findRow("cv.pdf")).getByText("Pending")).toBeVisible();
    remaining = 1;
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("1 valid document(s) uploaded")).toBeVisible();
  });

  it("marks the file that the server rejected for the allowance", async () => {
    const refusal = { status: 402, json: { error: "No more documents.", code: "DOCUMENTS_LIMIT" } };
    show({ routes: { [UPLOAD]: refusal } });
    await choose(file("a.pdf"));
    expect(await screen.findByRole("dialog", { name: "Upgrade your plan" })).toBeVisible();
    expect(screen.getByText("No more documents.")).toBeVisible();
  });

  it("requests no allowance where nothing is metered, and uploads", async () => {
    const { calls } = show({ remaining: 0, billingMode: "off" });
    await choose(file("cv.pdf"));
    expect(await screen.findByText("1 valid document(s) uploaded")).toBeVisible();
    expect(calls.filter(({ url }) => url === "/api/billing/summary")).toHaveLength(0);
  });

  it("uploads when the allowance cannot be loaded", async () => {
    show({ routes: { "GET /api/billing/summary": { status: 500, json: {} } } });
    await choose(file("cv.pdf"));
    expect(await screen.findByText("1 valid document(s) uploaded")).toBeVisible();
  });

  it("uploads pasted text as a text file and ignores blank text", async () => {
    const { sent } = show();
    await userEvent.click(screen.getByRole("button", { name: "+ Paste text manually" }));
    const text = screen.getByRole("textbox", { name: "Text" });
    await userEvent.type(text, "   ");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    expect(sent()).toHaveLength(0);
    await userEvent.type(text, "Nora Lindqvist");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByText("1 valid document(s) uploaded")).toBeVisible();
    const pasted = (sent()[0]?.body as FormData).get("document") as File;
    expect([pasted.type, await pasted.text()]).toEqual(["text/plain", "Nora Lindqvist"]);
    expect((await findRow("Pasted text 1")).getByText("Completed")).toBeVisible();
  });

  it("asks before files that are not uploaded are left, but not without a session", async () => {
    const { router } = show({ remaining: 0 });
    window.localStorage.setItem("token", "a session");
    await choose(file("a.pdf"), file("b.pdf"));
    const modal = await screen.findByRole("dialog", { name: "Upgrade your plan" });
    await userEvent.click(within(modal).getByRole("button", { name: "Cancel" }));
    await userEvent.click((await findRow("b.pdf")).getByRole("button", { name: "Cancel b.pdf" }));
    await waitFor(() => expect(screen.queryByText("b.pdf")).toBeNull());
    await act(() => router.navigate("/jobs"));
    const question = await screen.findByRole("alertdialog", { name: "Stop adding documents?" });
    await userEvent.click(within(question).getByRole("button", { name: "Stay" }));
    window.localStorage.removeItem("token");
    await act(() => router.navigate("/jobs"));
    expect(await screen.findByText("The jobs")).toBeVisible();
  });
});
