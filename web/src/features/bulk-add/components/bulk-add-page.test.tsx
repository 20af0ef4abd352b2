import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { BulkAddPage } from "./bulk-add-page";

const PROCESS = "POST /api/documents/process";

function summaryOf(remaining: number) {
  return { json: { success: true, data: { documents: { included: 10, remaining } } } };
}

function readAs(type: string, part: object = {}) {
  const data = {
    document: {},
    detectedType: { type, confidence: 0.9 },
    candidateProfile: null,
    jobDescription: null,
    ...part,
  };
  return { json: { success: true, data } };
}

type Routes = Parameters<typeof stubFetch>[0];

function show(routes: Routes = {}, { remaining = 5, billingMode = "internal" } = {}) {
  const calls = stubFetch({
    "GET /api/site": { json: { success: true, data: { billingMode } } },
    "GET /api/billing/summary": summaryOf(remaining),
    [PROCESS]: readAs("cv", { candidateProfile: { _id: "c1" } }),
    ...routes,
  });
  const view = renderWithApp(<BulkAddPage />, {
    path: "/add",
    routes: [
      { path: "/candidates", element: <p>The candidates</p> },
      { path: "/jobs", element: <p>The jobs</p> },
      { path: "/plans", element: <p>The plans</p> },
    ],
  });
  const sent = () => calls.filter(({ method }) => method === "POST");
  return { calls, sent, ...view };
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

/** jsdom applies no styles: both the table and the cards are there. */
const rowOf = async (name: string) => {
  const table = within(await screen.findByRole("table", { name: "Files" }));
  return within(table.getByRole("row", { name: new RegExp(name) }));
};

describe("BulkAddPage", () => {
  it("reads files one after the other and leads to what came of them", async () => {
    const { sent } = show({
      [PROCESS]: ({ body }) =>
        ((body as FormData).get("document") as File).name === "job.txt"
          ? readAs("job_description", { jobDescription: { _id: "j1" } })
          : readAs("cv", { candidateProfile: { _id: "c1" } }),
    });
    expect(screen.queryByRole("link", { name: "View Candidates" })).toBeNull();
    await choose(file("cv.pdf"), file("job.txt"));
    expect(await screen.findByText("2 valid document(s) uploaded")).toBeVisible();
    expect(screen.getByText("Created or updated: 1 candidate, 1 job")).toBeVisible();
    expect(screen.getByRole("link", { name: "View Candidates" })).toHaveAttribute(
      "href",
      "/candidates",
    );
    expect(screen.getByRole("link", { name: "View Jobs" })).toHaveAttribute("href", "/jobs");
    const row = await rowOf("cv.pdf");
    expect(row.getByText("Completed")).toBeVisible();
    expect(row.getByText("CV")).toBeVisible();
    expect(row.getByText("100%")).toBeVisible();
    const bodies = sent().map(({ body }) => body as FormData);
    expect(bodies.map((body) => (body.get("document") as File).name)).toEqual([
      "cv.pdf",
      "job.txt",
    ]);
    expect(bodies[0]?.has("interviewId")).toBe(false);
  });

  it("counts what is of no use apart, and links nowhere then", async () => {
    show({ [PROCESS]: readAs("unsupported") });
    await choose(file("menu.txt"));
    expect(await screen.findByText("• 1 unsupported")).toBeVisible();
    expect(screen.getByText("0 valid document(s) uploaded")).toBeVisible();
    expect(screen.queryByRole("link", { name: /View/ })).toBeNull();
  });

  it("sends no file that is too large or of another kind", async () => {
    const { sent } = show();
    await choose(file("setup.exe"), file("cv.pdf", 10_485_761));
    const wrong = await rowOf("setup.exe");
    expect(
      wrong.getByText("File type not supported. Please use PDF, DOCX, or TXT files."),
    ).toBeVisible();
    expect(wrong.queryByRole("button", { name: /again/ })).toBeNull();
    const large = await rowOf("cv.pdf");
    expect(large.getByText("File size must be less than 10MB")).toBeVisible();
    expect(sent()).toHaveLength(0);
  });

  it.each([
    [
      422,
      { error: "This PDF is protected by a password." },
      "This PDF is protected by a password.",
    ],
    [413, {}, "File too large. Please use a file smaller than 10MB."],
    [500, {}, "Server error. Please try again later."],
    [400, {}, "Upload failed"],
  ])("marks a file that failed with %s", async (status, json, text) => {
    show({ [PROCESS]: { status, json } });
    await choose(file("cv.pdf"));
    const row = await rowOf("cv.pdf");
    expect(await row.findByText(text)).toBeVisible();
    expect(row.getByText("Failed")).toBeVisible();
    expect(row.getByText("100%")).toBeVisible();
  });

  it("tries a failed file again", async () => {
    let isBroken = true;
    show({
      [PROCESS]: () => (isBroken ? { status: 500, json: {} } : readAs("cv")),
    });
    await choose(file("cv.pdf"));
    const row = await rowOf("cv.pdf");
    const again = await row.findByRole("button", { name: "Try cv.pdf again" });
    isBroken = false;
    await userEvent.click(again);
    expect(await row.findByText("Completed")).toBeVisible();
    expect(row.queryByText("Server error. Please try again later.")).toBeNull();
  });

  it("reads nothing when the allowance is used up, and goes on when there is room", async () => {
    let remaining = 0;
    const { sent } = show({ "GET /api/billing/summary": () => summaryOf(remaining) });
    await choose(file("cv.pdf"));
    const modal = await screen.findByRole("dialog", { name: "Upgrade your plan" });
    expect(modal).toHaveTextContent(
      "You have reached your document limit for this period. Upgrade your plan to add more documents.",
    );
    expect(sent()).toHaveLength(0);
    await userEvent.click(within(modal).getByRole("button", { name: "Cancel" }));
    expect((await rowOf("cv.pdf")).getByText("Pending")).toBeVisible();
    remaining = 1;
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("1 valid document(s) uploaded")).toBeVisible();
  });

  it("counts the allowance down while it reads", async () => {
    const { sent } = show({}, { remaining: 1 });
    await choose(file("a.pdf"), file("b.pdf"));
    expect(await screen.findByRole("dialog", { name: "Upgrade your plan" })).toBeVisible();
    expect(sent()).toHaveLength(1);
  });

  it("stops at the server's refusal", async () => {
    const refusal = { status: 402, json: { error: "No more documents.", code: "DOCUMENTS_LIMIT" } };
    const { sent } = show({ [PROCESS]: refusal });
    await choose(file("a.pdf"), file("b.pdf"));
    expect(await screen.findByRole("dialog", { name: "Upgrade your plan" })).toBeVisible();
    expect(sent()).toHaveLength(1);
  });

  it("has no gate where nothing is metered", async () => {
    show({}, { remaining: 0, billingMode: "off" });
    await choose(file("cv.pdf"));
    expect(await screen.findByText("1 valid document(s) uploaded")).toBeVisible();
  });

  it("goes on when the allowance cannot be read", async () => {
    show({ "GET /api/billing/summary": { status: 500, json: {} } });
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
    expect((await rowOf("Pasted text 1")).getByText("Completed")).toBeVisible();
  });

  it("holds nobody back whose session is over", async () => {
    const { router } = show({}, { remaining: 0 });
    await choose(file("a.pdf"));
    await screen.findByRole("dialog", { name: "Upgrade your plan" });
    await act(() => router.navigate("/jobs"));
    expect(await screen.findByText("The jobs")).toBeVisible();
  });

  it("takes a waiting file off the list, and asks before it is left", async () => {
    window.localStorage.setItem("token", "a session");
    const { sent, router } = show({}, { remaining: 0 });
    await choose(file("a.pdf"), file("b.pdf"));
    const modal = await screen.findByRole("dialog", { name: "Upgrade your plan" });
    await userEvent.click(within(modal).getByRole("button", { name: "Cancel" }));
    await userEvent.click((await rowOf("b.pdf")).getByRole("button", { name: "Cancel b.pdf" }));
    await waitFor(() => expect(screen.queryByText("b.pdf")).toBeNull());
    await act(() => router.navigate("/jobs"));
    const question = await screen.findByRole("alertdialog", { name: "Stop adding documents?" });
    expect(screen.queryByText("The jobs")).toBeNull();
    await userEvent.click(within(question).getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("The jobs")).toBeVisible();
    expect(sent()).toHaveLength(0);
  });
});
