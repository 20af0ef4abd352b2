/** Tests of the import of an interview. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { ImportDialog } from "./import-dialog";

const PREVIEW = {
  lineCount: 2,
  durationSeconds: 600,
  speakers: [
    { name: "Tom", lineCount: 1, wordCount: 9, sample: "A register.", suggestedRole: "candidate" },
    { name: "Anna", lineCount: 1, wordCount: 4, sample: "What?", suggestedRole: "interviewer" },
  ],
  lines: [
    { speaker: "Anna", text: "What did you build?", startSeconds: 0 },
    { speaker: "Tom", text: "A register.", startSeconds: 4 },
  ],
};
const READ = "POST /api/interview-imports/preview";
const STORE = "POST /api/interview-imports";
const FILE = new File(["Anna: What?"], "talk.txt", { type: "text/plain", lastModified: 0 });

function show(routes: Parameters<typeof stubFetch>[0]) {
  const calls = stubFetch(routes);
  const { router } = renderWithApp(<ImportDialog onClose={vi.fn()} />, {
    path: "/interviews",
    at: "/interviews",
  });
  return { calls, router };
}

async function choose() {
  await userEvent.upload(screen.getByLabelText("Transcript or recording"), FILE);
  return screen.findByRole("list", { name: "Speakers" });
}

describe("ImportDialog", () => {
  it("shows who was found, and imports with the chosen roles", async () => {
    const { calls, router } = show({
      [READ]: { json: { success: true, data: PREVIEW } },
      [STORE]: { json: { success: true, interview: anInterview({ _id: "i9" }) } },
    });
    const speakers = await choose();
    expect(within(speakers).getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByText("What did you build?")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Candidate" })).toHaveValue("Tom");
    await userEvent.click(screen.getByRole("button", { name: "Import" }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/interview-hq/i9"));
    const form = calls.find(({ url }) => url === "/api/interview-imports")?.body as FormData;
    expect(JSON.parse(form.get("details") as string)).toMatchObject({
      roles: { Tom: "candidate", Anna: "interviewer" },
      candidateName: "Tom",
      heldAt: "1970-01-01T00:00:00.000Z",
    });
  });

  it("cannot be sent without an interviewer, and says so", async () => {
    show({ [READ]: { json: { success: true, data: PREVIEW } } });
    await choose();
    await userEvent.click(screen.getByRole("combobox", { name: "Role of Anna" }));
    await userEvent.click(screen.getByRole("option", { name: "Leave out" }));
    expect(
      screen.getByText("Choose at least one speaker as the interviewer and one as the candidate."),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Import" })).toBeDisabled();
    expect(screen.queryByText("What did you build?")).not.toBeInTheDocument();
  });

  it("shows why a file was refused, and takes another one", async () => {
    const message = "This transcript has only one speaker. An interview needs two.";
    show({ [READ]: { status: 422, json: { success: false, code: "ONE_SPEAKER", message } } });
    await userEvent.upload(screen.getByLabelText("Transcript or recording"), FILE);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByText("Choose a transcript or a recording")).toBeInTheDocument();
  });

  it("keeps the choices when storing fails", async () => {
    show({
      [READ]: { json: { success: true, data: PREVIEW } },
      [STORE]: { status: 500, json: { success: false } },
    });
    await choose();
    await userEvent.click(screen.getByRole("button", { name: "Import" }));
    expect(
      await screen.findByText("The interview could not be imported. Nothing was stored."),
    ).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Candidate" })).toHaveValue("Tom");
  });
});
