/** Tests of the import of a recording, and of the list of imports. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { ImportDialog } from "./import-dialog";
import { RecordingImports } from "./recording-imports";

const PATH = "/api/interview-imports/recordings";
const WAV = { name: "call.wav", sizeBytes: 100, seconds: 90, channels: 2 };
const DRAFT = {
  _id: "r1",
  status: "draft",
  files: [WAV],
  problem: null,
  share: 0,
  error: null,
  candidateName: null,
  interviewId: null,
  createdAt: "2026-11-23T09:00:00.000Z",
};
const LIMITS = { maxFileBytes: 1024 ** 3, maxMinutes: 120, canKeepRecording: false };
const FILE = new File(["RIFF"], "call.wav", { type: "audio/wav", lastModified: 0 });

const data = (value: unknown) => ({ json: { success: true, data: value } });

function routes(draft: object = DRAFT) {
  return {
    [`GET ${PATH}`]: data({ ...LIMITS, imports: [] }),
    [`POST ${PATH}`]: data(draft),
    [`POST ${PATH}/r1/samples`]: data({ voices: [{ text: "Welcome, Tom." }, { text: "Hello." }] }),
    [`POST ${PATH}/r1/start`]: data({ ...DRAFT, status: "queued" }),
    [`DELETE ${PATH}/r1`]: { json: { success: true } },
    "GET /api/transcription/languages": data(["en", "de"]),
  };
}

function show(stubs: Parameters<typeof stubFetch>[0]) {
  const calls = stubFetch(stubs);
  const onClose = vi.fn();
  renderWithApp(<ImportDialog onClose={onClose} />, { path: "/interviews", at: "/interviews" });
  return { calls, onClose };
}

const chooseFile = () => userEvent.upload(screen.getByLabelText("Transcript or recording"), FILE);

describe("RecordingDialog", () => {
  it("asks who is who, needs the consent, and starts the import", async () => {
    const { calls, onClose } = show(routes());
    await chooseFile();
    const voices = await screen.findByRole("list", { name: "Speakers" });
    expect(await within(voices).findByText("Welcome, Tom.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("combobox", { name: "Role of Left channel" }));
    await userEvent.click(screen.getByRole("option", { name: "Candidate" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Candidate" }), "Tom Lind");
    const submit = screen.getByRole("button", { name: "Import" });
    expect(submit).toBeDisabled();
    expect(screen.getByText("Confirm that both people have agreed.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("checkbox", { name: /Both people have agreed/u }));
    await userEvent.click(submit);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls.find(({ url }) => url === `${PATH}/r1/start`)?.body).toMatchObject({
      interviewerVoice: 1,
      candidateName: "Tom Lind",
      consentConfirmed: true,
      keepRecording: false,
    });
  });

  it("explains that one channel is not enough, and takes the second person's file", async () => {
    const mono = { ...DRAFT, problem: "one_channel", files: [{ ...WAV, channels: 1 }] };
    const second = { ...DRAFT, files: [WAV, { ...WAV, name: "tom.mp3" }] };
    const { calls } = show({ ...routes(mono), [`POST ${PATH}/r1/files`]: data(second) });
    await chooseFile();
    expect(await screen.findByText(/This recording has one channel/u)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Import" })).toBeDisabled();
    await userEvent.upload(
      screen.getByLabelText("Add the other person’s recording"),
      new File(["ID3"], "tom.mp3", { type: "audio/mpeg" }),
    );
    expect(await screen.findByText("tom.mp3")).toBeInTheDocument();
    expect(calls.some(({ url }) => url === `${PATH}/r1/files`)).toBe(true);
  });

  it("shows why a file was refused", async () => {
    const message = "This file could not be read as audio. Use WAV, FLAC, OGG, Opus or MP3.";
    show({
      ...routes(),
      [`POST ${PATH}`]: {
        status: 422,
        json: { success: false, code: "UNREADABLE_AUDIO", message },
      },
    });
    await chooseFile();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByText(/Up to 1.0 GB and 120 minutes/u)).toBeInTheDocument();
  });

  it("deletes the upload when the dialog is left", async () => {
    const { calls, onClose } = show(routes());
    await chooseFile();
    await screen.findByRole("list", { name: "Speakers" });
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalled();
    await vi.waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });
});

describe("RecordingImports", () => {
  const showImports = (imports: object[]) => {
    const calls = stubFetch({
      [`GET ${PATH}`]: data({ ...LIMITS, imports }),
      [`POST ${PATH}/r1/retry`]: data({ ...DRAFT, status: "queued" }),
      [`DELETE ${PATH}/r1`]: { json: { success: true } },
    });
    renderWithApp(<RecordingImports />, { path: "/interviews", at: "/interviews" });
    return calls;
  };

  it("shows the progress and cancels", async () => {
    const calls = showImports([
      { ...DRAFT, status: "running", share: 0.42, candidateName: "Tom Lind" },
    ]);
    expect(await screen.findByText("Transcribing: 42%")).toBeInTheDocument();
    expect(screen.getByRole("progressbar", { name: "Import of Tom Lind" })).toHaveAttribute(
      "aria-valuenow",
      "42",
    );
    await userEvent.click(screen.getByRole("button", { name: "Cancel the import of Tom Lind" }));
    await vi.waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });

  it("says why an import failed, and tries again", async () => {
    const calls = showImports([{ ...DRAFT, status: "failed", error: "unavailable" }]);
    expect(await screen.findByText(/The speech model is not available/u)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await vi.waitFor(() => expect(calls.some(({ url }) => url.endsWith("/retry"))).toBe(true));
  });

  it("leads to the interview at the end", async () => {
    showImports([
      { ...DRAFT, status: "completed", share: 1, candidateName: "Tom Lind", interviewId: "i9" },
    ]);
    expect(await screen.findByRole("link", { name: "Open interview" })).toHaveAttribute(
      "href",
      "/interview-hq/i9",
    );
  });

  it("shows nothing without imports", async () => {
    const calls = showImports([]);
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
    expect(
      screen.queryByRole("region", { name: "Recordings that are being imported" }),
    ).not.toBeInTheDocument();
  });
});
