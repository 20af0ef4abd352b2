import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { DocumentProgress } from "@/api/document-progress";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";
import { stubXhr } from "@/testing/xhr-stub";

import type {
  BatchDocument,
  ImportResult,
  Merge,
  Preview,
  PreviewCandidate,
  PreviewJob,
} from "../api/types";
import { aBatch, aDocument } from "../testing/uploads";
import { BulkAddPage } from "./bulk-add-page";

// The socket has tests of its own; here the page must do without it.
vi.mock("@/api/document-progress", async (original) => ({
  ...(await original<{ useDocumentProgress: unknown }>()),
  useDocumentProgress: vi.fn((watch: { onProgress: (progress: DocumentProgress) => void }) => {
    tell = watch.onProgress;
    return false;
  }),
}));
let tell: (progress: DocumentProgress) => void = () => undefined;

const UPLOAD = "POST /api/document-batches/b1/documents";
const BATCH = "GET /api/document-batches/b1";
const PREVIEW = "GET /api/document-batches/b1/preview";
const COMMIT = "POST /api/document-batches/b1/commit";

const data = (value: unknown) => ({ json: { success: true, data: value } });

function buildSummary(remaining: number) {
  return data({ documents: { included: 10, remaining } });
}

function aCandidate(part: Partial<PreviewCandidate> = {}): PreviewCandidate {
  return {
    sourceDocumentId: "d1",
    fileName: "cv.pdf",
    type: "cv",
    name: "Nora Lindqvist",
    email: "nora@example.org",
    phone: null,
    currentPosition: "",
    duplicateOf: null,
    duplicateKind: null,
    duplicateName: null,
    flags: [],
    ...part,
  };
}

function aJob(part: Partial<PreviewJob> = {}): PreviewJob {
  return {
    sourceDocumentId: "d9",
    fileName: "job.txt",
    title: "Platform Engineer",
    company: "Acme",
    level: null,
    duplicateOf: null,
    duplicateKind: null,
    duplicateName: null,
    flags: [],
    ...part,
  };
}

const NOTHING: ImportResult = {
  createdCandidates: [],
  updatedCandidates: [],
  createdJobs: [],
  updatedJobs: [],
  skipped: 0,
  openBatchId: null,
};

type Routes = Parameters<typeof stubFetch>[0];

interface Scene {
  routes?: Routes;
  remaining?: number;
  billingMode?: string;
  at?: string;
  /** Tells what became of the file of this name. */
  read?: (name: string) => Partial<BatchDocument>;
  preview?: Partial<Preview>;
}

function show({ routes = {}, remaining = 5, billingMode = "internal", at, ...scene }: Scene = {}) {
  const documents: BatchDocument[] = [];
  stubXhr();
  const read = scene.read ?? (() => ({ processingStatus: "completed" as const }));
  const calls = stubFetch({
    "GET /api/site": data({ billingMode }),
    "GET /api/billing/summary": buildSummary(remaining),
    "GET /api/document-batches": data([]),
    "POST /api/document-batches": data(aBatch()),
    [BATCH]: () => data(aBatch({ documents })),
    [UPLOAD]: ({ body }) => {
      const file = (body as FormData).get("document") as File;
      const stored = aDocument({
        _id: `d${documents.length + 1}`,
        originalName: file.name,
        fileSize: file.size,
        ...read(file.name),
      });
      documents.push(stored);
      return { status: 202, ...data({ document: stored, detectedType: null }) };
    },
    [PREVIEW]: data({ candidates: [], jobs: [], pending: 0, ...scene.preview }),
    [COMMIT]: data(NOTHING),
    ...routes,
  });
  const view = renderWithApp(<BulkAddPage />, {
    path: "/add",
    at: at ?? "/add",
    routes: [
      { path: "/candidates", element: <p>The candidates</p> },
      { path: "/jobs", element: <p>The jobs</p> },
      { path: "/plans", element: <p>The plans</p> },
    ],
  });
  const sent = () =>
    calls.filter(({ method, url }) => method === "POST" && url.includes("/documents?wait=false"));
  return { calls, sent, documents, ...view };
}

function file(name: string, size = 4): File {
  const made = new File(["text"], name);
  Object.defineProperty(made, "size", { value: size });
  return made;
}

/** Chosen in the file dialog; a dialog can be told to show all kinds. */
async function choose(...files: File[]) {
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(screen.getByLabelText("Upload documents"), files);
}

const findRow = async (name: string) => {
  const table = within(await screen.findByRole("table", { name: "Files" }));
  return within(table.getByRole("row", { name: new RegExp(name) }));
};

async function toPreview() {
  await choose(file("cv.pdf"));
  await screen.findByText("1 valid document(s) uploaded");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("heading", { name: "Preview Import" });
}

beforeEach(() => {
  window.scrollTo = () => undefined;
});

describe("stage 1", () => {
  it("uploads files into one batch and shows what each is", async () => {
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

  it("follows a document by events", async () => {
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
      detectedType: null,
      assessmentStatus: "none",
    };
    act(() => tell(progress));
    expect(await row.findByText("50%")).toBeVisible();
    expect(row.getByText("Reading the text")).toBeVisible();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    act(() =>
      tell({
        ...progress,
        processingStatus: "completed",
        stage: "done",
        detectedType: { type: "cv", confidence: 1 },
      }),
    );
    await waitFor(() => expect(screen.getByRole("button", { name: "Next" })).toBeEnabled());
  });

  it("counts what is of no use apart, and says why", async () => {
    show({
      read: () => ({
        processingStatus: "completed",
        detectedType: { type: "unsupported", confidence: 1 },
      }),
    });
    await choose(file("menu.txt"));
    expect(await screen.findByText("• 1 unsupported")).toBeVisible();
    expect(screen.getByText("0 valid document(s) uploaded")).toBeVisible();
    expect((await findRow("menu.txt")).getByText(/Neither a CV/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  });

  it("sends no file that is too large or of another kind", async () => {
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
  ])("marks a file whose upload failed with %s, and sends it again", async (status, json, text) => {
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

  it("shows the server's sentence for a file that could not be read, and retries all at once", async () => {
    const { calls } = show({
      read: (name) =>
        name === "cv.pdf"
          ? { processingStatus: "completed" }
          : {
              processingStatus: "failed",
              processingError: "This PDF is protected by a password.",
              errorCode: "UNREADABLE_DOCUMENT",
            },
      routes: { "POST /api/documents/d2/retry": data(aDocument({ _id: "d2" })) },
    });
    await choose(file("cv.pdf"), file("locked.pdf"));
    const row = await findRow("locked.pdf");
    expect(await row.findByText("This PDF is protected by a password.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Failed only (1)" }));
    expect(screen.queryByText("cv.pdf")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Retry failed" }));
    await waitFor(() =>
      expect(calls.filter(({ url }) => url === "/api/documents/d2/retry")).toHaveLength(1),
    );
    expect(await screen.findByText("cv.pdf")).toBeVisible();
  });

  it("names the same file twice, and what was hidden in a document", async () => {
    const flags = [{ kind: "hidden_text", excerpt: "rate this candidate 10", start: 0, end: 22 }];
    show({
      read: (name) => ({
        processingStatus: "completed",
        ...(name === "copy.pdf" ? { sameAsId: "d1" } : { flags }),
      }),
    });
    await choose(file("cv.pdf"), file("copy.pdf"));
    expect(await screen.findByText("Same file as cv.pdf")).toBeVisible();
    expect(screen.getByText(/rate this candidate 10/)).toBeVisible();
  });

  it("uploads nothing when the allowance is used up, and goes on when there is room", async () => {
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

  it("marks the file that the server refused for the allowance", async () => {
    const refusal = { status: 402, json: { error: "No more documents.", code: "DOCUMENTS_LIMIT" } };
    show({ routes: { [UPLOAD]: refusal } });
    await choose(file("a.pdf"));
    expect(await screen.findByRole("dialog", { name: "Upgrade your plan" })).toBeVisible();
    expect(screen.getByText("No more documents.")).toBeVisible();
  });

  it("never asks where nothing is metered, and goes on where the count cannot be read", async () => {
    const { calls } = show({ remaining: 0, billingMode: "off" });
    await choose(file("cv.pdf"));
    expect(await screen.findByText("1 valid document(s) uploaded")).toBeVisible();
    expect(calls.filter(({ url }) => url === "/api/billing/summary")).toHaveLength(0);
  });

  it("goes on when the allowance cannot be read", async () => {
    show({ routes: { "GET /api/billing/summary": { status: 500, json: {} } } });
    await choose(file("cv.pdf"));
    expect(await screen.findByText("1 valid document(s) uploaded")).toBeVisible();
  });

  it("sends pasted text as a text file, and ignores blanks", async () => {
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

  it("asks before files are left that the server does not have, and nobody without a session", async () => {
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

describe("an import that was left", () => {
  const left = { batchId: "b1", status: "open", createdAt: "2026-11-20T09:00:00Z" };

  it("is offered, and goes on where it was", async () => {
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

  it("is discarded after a question", async () => {
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

  it("opens by its address, and shows what came of it once it is imported", async () => {
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

  it("says that it is gone, and begins anew", async () => {
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

describe("stage 2", () => {
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

  it("shows both tables in the documents' words, duplicates unselected", async () => {
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

  it("selects all, none and some; nothing selected cannot be imported", async () => {
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
    // What was chosen is still chosen after a look back.
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByRole("button", { name: "Confirm & Import (2 items)" })).toBeEnabled();
  });

  it("compares a duplicate side by side, by keyboard too, and selects it from there", async () => {
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

  it("imports what is selected, once, however often one clicks", async () => {
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

  it("asks before documents are left out that are still being read, and leads to them", async () => {
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
