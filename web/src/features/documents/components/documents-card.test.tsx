/** Tests of the documents of an interview: list, upload and allowance. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { InterviewDocument } from "../api/types";
import { DocumentsCard } from "./documents-card";

const PARSED: InterviewDocument = {
  _id: "d1",
  originalName: "cv.pdf",
  detectedType: { type: "cv", confidence: 0.9 },
  type: "cv",
  mimeType: "application/pdf",
  processingStatus: "completed",
  processingError: null,
  error: null,
  errorCode: null,
  isRetryable: false,
  progress: null,
  sameAsId: null,
  isTemporary: false,
  batchId: null,
  assessmentStatus: "none",
  flags: [],
  fileSize: 1536,
  interviewId: "i1",
  candidateProfileId: "c1",
  jobDescriptionId: null,
  createdAt: "2026-11-01T09:00:00Z",
  updatedAt: "2026-11-01T09:00:00Z",
};

const FAILED: InterviewDocument = {
  ...PARSED,
  _id: "d2",
  originalName: "scan.pdf",
  detectedType: null,
  type: null,
  processingStatus: "failed",
  processingError: "The model did not answer.",
  isRetryable: true,
};

const PROCESS = "POST /api/documents/process";

function show({ remaining = 5, billingMode = "internal", routes = {} } = {}) {
  const onProcessed = vi.fn();
  const calls = stubFetch({
    "GET /api/documents/interview/i1": {
      json: { success: true, data: [PARSED, FAILED], count: 2 },
    },
    "GET /api/site": { json: { success: true, data: { billingMode } } },
    "GET /api/billing/summary": {
      json: { success: true, data: { documents: { included: 10, remaining } } },
    },
    [PROCESS]: {
      json: {
        success: true,
        data: {
          document: PARSED,
          detectedType: PARSED.detectedType,
          candidateProfile: { _id: "c1" },
          jobDescription: null,
        },
      },
    },
    ...routes,
  });
  renderWithApp(
    <DocumentsCard owner={{ kind: "interviews", id: "i1" }} onProcessed={onProcessed} />,
  );
  return { calls, onProcessed };
}

const user = userEvent.setup({ applyAccept: false });
const upload = async (...files: File[]) => {
  await screen.findByText("cv.pdf");
  await user.upload(screen.getByLabelText("Upload documents"), files);
};
const aFile = (name: string) => new File(["text"], name);

describe("documents of an interview", () => {
  it("lists processed and failed documents", async () => {
    show();
    expect(await screen.findByRole("button", { name: /cv.pdf/ })).toHaveTextContent("1.5 KB");
    expect(screen.getByText("Parsed")).toBeInTheDocument();
    expect(screen.getByText("Failed")).toBeInTheDocument();
    expect(screen.getByText("The model did not answer.")).toBeInTheDocument();
    // Only processed documents can be opened.
    expect(screen.queryByRole("button", { name: /^scan.pdf/ })).not.toBeInTheDocument();
  });

  it.each([
    [{ error: "The database is busy.", code: "BUSY" }, "The database is busy."],
    [{}, "Failed to get documents"],
  ])("says why the documents cannot be read", async (json, text) => {
    show({ routes: { "GET /api/documents/interview/i1": { status: 400, json } } });
    expect(await screen.findByRole("alert")).toHaveTextContent(text);
  });

  it.each([
    [{ error: "The document is sealed.", code: "SEALED" }, "The document is sealed."],
    [{}, "Failed to get document"],
  ])("says why a document cannot be opened", async (json, text) => {
    show({ routes: { "GET /api/documents/d1": { status: 400, json } } });
    await user.click(await screen.findByRole("button", { name: /cv.pdf/ }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it("opens parsed documents only, and says when one could not be loaded", async () => {
    show({ routes: { "GET /api/documents/d1": { status: 500, json: { success: false } } } });
    expect((await screen.findByText("scan.pdf")).closest("button")).toBeNull();
    await user.click(screen.getByText("cv.pdf"));
    expect(await screen.findByText("Failed to load document content")).toBeInTheDocument();
  });

  it("warns of a CV of another person, and adds it to the profile or removes it", async () => {
    const stranger = {
      ...PARSED,
      flags: [{ kind: "other_person", excerpt: "Pavel Osterman", start: 0, end: 14 }],
    };
    const { calls, onProcessed } = show({
      routes: {
        "GET /api/documents/interview/i1": {
          json: { success: true, data: [stranger], count: 1 },
        },
        "POST /api/documents/d1/merge": { json: { success: true, data: PARSED } },
      },
    });
    expect(await screen.findByText(/names another person/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Remove cv.pdf" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add to this profile" }));
    await waitFor(() => expect(onProcessed).toHaveBeenCalledWith(null));
    expect(calls.some(({ url }) => url.endsWith("/d1/merge"))).toBe(true);
  });

  it("retries a failed document and reports a rejected retry", async () => {
    let isRefused = true;
    const { calls } = show({
      routes: {
        "POST /api/documents/d2/retry": () =>
          isRefused
            ? { status: 402, json: { error: "No documents are left.", code: "DOCUMENTS_LIMIT" } }
            : {},
      },
    });
    const retry = await screen.findByRole("button", { name: "Process scan.pdf again" });
    await user.click(retry);
    expect(await screen.findByText("No documents are left.")).toBeVisible();
    isRefused = false;
    const reads = () => calls.filter(({ url }) => url === "/api/documents/interview/i1").length;
    const before = reads();
    await user.click(retry);
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it("offers no retry where another try cannot help, and one where sentences are missing", async () => {
    const locked = { ...FAILED, errorCode: "DOCUMENT_PROTECTED", isRetryable: false };
    const unwritten = { ...PARSED, assessmentStatus: "failed", isRetryable: true };
    show({
      routes: {
        "GET /api/documents/interview/i1": { json: { success: true, data: [unwritten, locked] } },
      },
    });
    expect(await screen.findByRole("button", { name: "Process cv.pdf again" })).toBeVisible();
    expect(screen.getByText(/assessment could not be written/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Process scan.pdf again" })).toBeNull();
    expect(screen.getByRole("button", { name: "Remove scan.pdf" })).toBeVisible();
  });

  it("removes a failed document after a confirmation that names it", async () => {
    let isRemoved = false;
    const { calls } = show({
      routes: {
        "GET /api/documents/interview/i1": () => ({
          json: { success: true, data: isRemoved ? [PARSED] : [PARSED, FAILED], count: 1 },
        }),
        "DELETE /api/documents/d2": () => {
          isRemoved = true;
          return {};
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: "Remove scan.pdf" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Remove scan.pdf?" }));
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByText("scan.pdf")).toBeNull());
  });

  it("shows the progress of a document that finishes in the background", async () => {
    const reading: InterviewDocument = {
      ...PARSED,
      _id: "d3",
      originalName: "long.pdf",
      processingStatus: "processing",
      progress: { stage: "understanding", share: 0.5, queuePosition: null, elapsedSeconds: 4 },
    };
    show({
      routes: { "GET /api/documents/interview/i1": { json: { success: true, data: [reading] } } },
    });
    expect(await screen.findByText("Processing")).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "Finding the details" })).toHaveAttribute(
      "aria-valuenow",
      "60",
    );
    expect(screen.queryByRole("button", { name: /^long.pdf/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Remove long.pdf" })).toBeVisible();
  });

  it("stops processing on the server when the upload is cancelled", async () => {
    let isSent = false;
    const reading: InterviewDocument = {
      ...PARSED,
      _id: "d9",
      originalName: "wrong.pdf",
      processingStatus: "processing",
    };
    const { calls } = show({
      routes: {
        "GET /api/documents/interview/i1": () => ({
          json: { success: true, data: isSent ? [PARSED, reading] : [PARSED] },
        }),
        "DELETE /api/documents/d9": {},
      },
    });
    const answer = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      if (!url.startsWith("/api/documents/process")) return answer(url, init);
      isSent = true;
      return new Promise((_, reject) => {
        init.signal?.addEventListener("abort", () =>
          reject(new DOMException("The call was cancelled.", "AbortError")),
        );
      });
    });
    await upload(aFile("wrong.pdf"));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === "DELETE").map(({ url }) => url)).toEqual([
        "/api/documents/d9",
      ]),
    );
  });

  it("uploads a file and shows the changes", async () => {
    const { calls, onProcessed } = show();
    await upload(aFile("cv.docx"));
    expect(await screen.findByText("Candidate profile updated")).toBeInTheDocument();
    const form = calls.find(({ url }) => url === "/api/documents/process")?.body as FormData;
    expect((form.get("document") as File).name).toBe("cv.docx");
    expect(form.get("interviewId")).toBe("i1");
    expect(onProcessed).toHaveBeenCalledOnce();
  });

  it("rejects unsupported files without a request", async () => {
    const { calls } = show();
    await upload(aFile("photo.png"));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent(
      "File type not supported. Please use PDF, DOCX, or TXT files.",
    );
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
  });

  it("names the unreadable file and continues with the next", async () => {
    let count = 0;
    const { onProcessed } = show({
      routes: {
        [PROCESS]: () => {
          count += 1;
          return count === 1
            ? { status: 422, json: { success: false, error: "The file is empty." } }
            : {
                json: {
                  success: true,
                  data: { document: PARSED, candidateProfile: null, jobDescription: { _id: "j" } },
                },
              };
        },
      },
    });
    await upload(aFile("empty.txt"), aFile("job.txt"));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent(
      "Failed to process empty.txt: The file is empty.",
    );
    expect(onProcessed).toHaveBeenCalledOnce();
  });

  it("stops before the upload if the allowance is used up", async () => {
    const { calls } = show({ remaining: 0 });
    await upload(aFile("cv.pdf"));
    expect(await screen.findByRole("dialog", { name: "Upgrade your plan" })).toHaveTextContent(
      "You have reached your document limit for this period.",
    );
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
  });

  it("requests no allowance where nothing is metered", async () => {
    const { onProcessed } = show({ remaining: 0, billingMode: "off" });
    await upload(aFile("cv.pdf"));
    await waitFor(() => expect(onProcessed).toHaveBeenCalledOnce());
  });

  it("offers the plans when the server reports a used-up allowance", async () => {
    show({
      routes: {
        [PROCESS]: { status: 402, json: { success: false, error: "x", code: "DOCUMENTS_LIMIT" } },
      },
    });
    await upload(aFile("cv.pdf"));
    const dialog = await screen.findByRole("dialog", { name: "Upgrade your plan" });
    expect(within(dialog).getByRole("link", { name: "View Plans" })).toHaveAttribute(
      "href",
      "/plans",
    );
  });

  it("uploads when the allowance cannot be loaded", async () => {
    const { onProcessed } = show({ routes: { "GET /api/billing/summary": { status: 500 } } });
    await upload(aFile("cv.pdf"));
    await waitFor(() => expect(onProcessed).toHaveBeenCalledOnce());
  });

  it("accepts pasted text, but not blank text", async () => {
    const { calls } = show();
    await user.click(await screen.findByRole("button", { name: "+ Add text manually" }));
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent(
      "Please paste some text first.",
    );
    await user.click(screen.getByRole("button", { name: "OK" }));
    await user.type(screen.getByLabelText("Content"), "Marta, engineer");
    await user.click(screen.getByRole("button", { name: "Add" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
    const form = calls.find(({ method }) => method === "POST")?.body as FormData;
    expect(form.get("type")).toBe("cv");
    expect((form.get("document") as File).type).toBe("text/plain");
  });
});
