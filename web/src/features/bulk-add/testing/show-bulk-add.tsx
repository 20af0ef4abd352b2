/** Renders Bulk Add against a scripted server, for the tests of its stages. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";

import type { DocumentProgress } from "@/api/document-progress";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";
import { stubXhr } from "@/testing/xhr-stub";

import type {
  BatchDocument,
  ImportResult,
  Preview,
  PreviewCandidate,
  PreviewJob,
} from "../api/types";
import { BulkAddPage } from "../components/bulk-add-page";
import { aBatch, aDocument } from "./uploads";

// The socket has its own tests; the page is tested without it.
vi.mock("@/api/document-progress", async (original) => ({
  ...(await original<{ useDocumentProgress: unknown }>()),
  useDocumentProgress: vi.fn((watch: { onProgress: (progress: DocumentProgress) => void }) => {
    onProgress = watch.onProgress;
    return false;
  }),
}));
let onProgress: (progress: DocumentProgress) => void = () => undefined;

/** Sends a progress event to the page, as the socket would. */
export const sendProgress = (progress: DocumentProgress) => onProgress(progress);

export const UPLOAD = "POST /api/document-batches/b1/documents";
export const BATCH = "GET /api/document-batches/b1";
const PREVIEW = "GET /api/document-batches/b1/preview";
export const COMMIT = "POST /api/document-batches/b1/commit";

export const data = (value: unknown) => ({ json: { success: true, data: value } });

export function buildSummary(remaining: number) {
  return data({ documents: { included: 10, remaining } });
}

export function aCandidate(part: Partial<PreviewCandidate> = {}): PreviewCandidate {
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

export function aJob(part: Partial<PreviewJob> = {}): PreviewJob {
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

export const NOTHING: ImportResult = {
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
  /** The stored document for a file of this name. */
  read?: (name: string) => Partial<BatchDocument>;
  preview?: Partial<Preview>;
}

export function show({
  routes = {},
  remaining = 5,
  billingMode = "internal",
  at,
  ...scene
}: Scene = {}) {
  const documents: BatchDocument[] = [];
  window.scrollTo = () => undefined;
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

export function file(name: string, size = 4): File {
  const made = new File(["text"], name);
  Object.defineProperty(made, "size", { value: size });
  return made;
}

/** Chooses files in the file dialog, which can be set to show all types. */
export async function choose(...files: File[]) {
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(screen.getByLabelText("Upload documents"), files);
}

export const findRow = async (name: string) => {
  const table = within(await screen.findByRole("table", { name: "Files" }));
  return within(table.getByRole("row", { name: new RegExp(name) }));
};

export async function toPreview() {
  await choose(file("cv.pdf"));
  await screen.findByText("1 valid document(s) uploaded");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("heading", { name: "Preview Import" });
}
