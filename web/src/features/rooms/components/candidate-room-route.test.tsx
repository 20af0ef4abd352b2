/** Tests of the candidate room: before, during and after the interview. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { InterviewState } from "../engine/protocol";
import { fakeDevices } from "../engine/testing/fake-media-devices";
import { server, sockets } from "../engine/testing/socket-stub";
import { CandidateRoomRoute } from "./candidate-room-route";

vi.mock("@/api/socket", async (original) => ({
  ...(await original<{ createSocket: unknown }>()),
  createSocket: (await import("../engine/testing/socket-stub")).createFakeSocket,
}));

const interview = {
  _id: "i1",
  roomId: "room-1",
  candidateToken: "t1",
  candidateName: "Cara",
  interviewerName: "Alice",
  title: "Interview",
  status: "scheduled",
  startedAt: null,
  elapsedSeconds: 0,
  consentGiven: false,
  consentTextVersion: "v7",
  isRecorded: false,
  maxInterviewTimeMinutes: 120,
};
const ROOM: InterviewState = {
  status: "scheduled",
  recording: false,
  transcribing: false,
  participants: ["candidate"],
  startTime: null,
  elapsedSeconds: 0,
  consentGiven: true,
  audioRecorded: false,
  lagSeconds: 0,
  catchingUp: false,
};
const getUserMedia = vi.fn();

function show(response: { status?: number; json: unknown }) {
  const calls = stubFetch({
    "GET /api/interviews/candidate/t1": response,
    "POST /api/interviews/candidate/t1/consent": {
      json: { success: true, interview: { ...interview, consentGiven: true } },
    },
  });
  const result = renderWithApp(<CandidateRoomRoute />, {
    path: "/room/candidate/:candidateToken",
    at: "/room/candidate/t1",
    routes: [{ path: "/thank-you", element: <p>Thank You!</p> }],
  });
  return { calls, ...result };
}

beforeEach(() => {
  sockets.length = 0;
  server.join = () => ({
    success: true,
    role: "candidate",
    participants: ["candidate"],
    state: ROOM,
    iceServers: [],
    nextAudioSequence: 0,
  });
  sessionStorage.clear();
  getUserMedia.mockReset();
  getUserMedia.mockRejectedValue(new DOMException("", "NotAllowedError"));
  vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: { getUserMedia } }));
});

describe("CandidateRoomRoute", () => {
  it("keeps camera and microphone off before consent", async () => {
    const { calls } = show({ json: { success: true, interview } });
    expect(await screen.findByText("Before We Begin")).toBeInTheDocument();
    expect(getUserMedia).not.toHaveBeenCalled();
    expect(sockets).toHaveLength(0);
    for (const name of [/Privacy Policy/u, /Terms/u]) {
      expect(screen.getByRole("link", { name })).toHaveAttribute("target", "_blank");
    }
    expect(calls.every(({ headers }) => !headers.has("Authorization"))).toBe(true);
  });

  it("says that audio and video are not recorded", async () => {
    show({ json: { success: true, interview } });
    expect(
      await screen.findByText("Audio and video are not recorded. Only a text transcript is kept."),
    ).toBeInTheDocument();
    expect(screen.queryByText(/is recorded/u)).not.toBeInTheDocument();
  });

  it("stores the consent, then asks for camera and microphone", async () => {
    const { calls } = show({ json: { success: true, interview } });
    await userEvent.click(await screen.findByRole("button", { name: "I Agree and Continue" }));
    await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalled());
    expect(calls.find(({ method }) => method === "POST")).toMatchObject({
      method: "POST",
      body: { accepted: true, textVersion: "v7", language: "en", toRecording: false },
    });
    expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({
      audio: { noiseSuppression: false, echoCancellation: false, autoGainControl: false },
    });
    expect(
      await screen.findByText(
        "Failed to access camera/microphone. Please allow permissions and refresh.",
      ),
    ).toBeInTheDocument();
  });

  it("lets nobody in without a microphone, and names the reason", async () => {
    getUserMedia.mockRejectedValue(new DOMException("", "NotFoundError"));
    show({ json: { success: true, interview: { ...interview, consentGiven: true } } });
    expect(await screen.findByText("No microphone was found.")).toBeInTheDocument();
    expect(screen.getByText("Plug in a microphone, then try again.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Join without a microphone" })).toBeDisabled();
    expect(sockets).toHaveLength(0);
  });

  it("asks before the candidate leaves", async () => {
    sessionStorage.setItem("greenroom-devices-room-1", "passed");
    show({ json: { success: true, interview: { ...interview, consentGiven: true } } });
    await userEvent.click(await screen.findByRole("button", { name: "Leave Interview" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/come back with the same link/u)).toBeVisible();
    await userEvent.click(question.getByRole("button", { name: "Stay" }));
    expect(screen.queryByText("Thank You!")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Leave Interview" }));
    await userEvent.click(
      within(screen.getByRole("alertdialog")).getByRole("button", { name: "Leave Interview" }),
    );
    expect(await screen.findByText("Thank You!")).toBeVisible();
  });

  it("asks for consent to the recording of a recorded interview", async () => {
    const { calls } = show({
      json: { success: true, interview: { ...interview, isRecorded: true } },
    });
    expect(await screen.findByText(/audio and video is recorded/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "I Agree and Continue" }));
    await vi.waitFor(() =>
      expect(calls.find(({ method }) => method === "POST")).toMatchObject({
        body: { accepted: true, toRecording: true },
      }),
    );
  });

  it("opens the thank-you page when the candidate declines", async () => {
    show({ json: { success: true, interview } });
    await userEvent.click(await screen.findByRole("button", { name: "Decline" }));
    expect(await screen.findByText("Thank You!")).toBeInTheDocument();
  });

  it.each([
    ["INTERVIEW_NOT_FOUND", 404, "Interview Not Found"],
    ["INTERVIEW_UNAVAILABLE", 410, "Interview Room Unavailable"],
    ["NO_CREDITS", 402, "Interview Room Unavailable"],
  ])("explains the problem: %s", async (code, status, title) => {
    show({ status, json: { success: false, error: "The server says so.", message: "", code } });
    expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
    expect(screen.getByText("The server says so.")).toBeInTheDocument();
    expect(screen.getByText("Connection Error")).toBeInTheDocument();
  });
});

describe("CandidateRoom", () => {
  /** A room that the candidate, who has consented and checked the devices, has joined. */
  async function join() {
    sessionStorage.setItem("greenroom-devices-room-1", "passed");
    vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: fakeDevices() }));
    vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    show({ json: { success: true, interview: { ...interview, consentGiven: true } } });
    await waitFor(() => expect(sockets[0]?.sent("join-room")).toHaveLength(1));
    // The acknowledgment, which clears what was shown before, arrives within a few turns.
    await act(async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    });
    return sockets[0]!;
  }

  it("shows what the server refuses, until it is put away", async () => {
    const socket = await join();
    const message = "Your microphone sends faster than real time.";
    act(() => socket.receive("error", { message, code: "AUDIO_TOO_FAST" }));
    expect(screen.getByText(message)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    expect(screen.queryByText(message)).not.toBeInTheDocument();
  });

  it("thanks at the end, and leaves after three seconds", async () => {
    const socket = await join();
    vi.useFakeTimers();
    try {
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      act(() => socket.receive("interview-state-changed", { ...ROOM, status: "completed" }));
      expect(screen.getByText("Interview Completed").parentElement).toHaveTextContent(
        "Interview Completed - Thank you for your time! Redirecting...",
      );
      await pass(2_999);
      expect(screen.queryByText("Thank You!")).not.toBeInTheDocument();
      await pass(1);
      expect(screen.getByText("Thank You!")).toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });
});
