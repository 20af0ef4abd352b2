/** Tests of the recruiter room: access, start and end. */
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { server, sockets } from "../engine/testing/socket-stub";
import { RecruiterRoomRoute } from "./recruiter-room-route";

vi.mock("@/api/socket", async (original) => ({
  ...(await original<{ createSocket: unknown }>()),
  createSocket: (await import("../engine/testing/socket-stub")).createFakeSocket,
}));

const scheduled = {
  status: "scheduled",
  recording: false,
  transcribing: false,
  participants: ["recruiter"],
  startTime: null,
  elapsedSeconds: 0,
  consentGiven: false,
  audioRecorded: false,
  lagSeconds: 0,
  catchingUp: false,
};
let roomState = scheduled;
/** The server's answer to joining, if it refuses. */
let refusal: object | null = null;

const interview = {
  _id: "i1",
  roomId: "room-1",
  candidateName: "Cara Diaz",
  position: "Engineer",
  candidateProfileId: null,
  candidateEmail: null,
  jobDescriptionId: null,
  liveNotes: "",
  status: "scheduled",
  origin: "held",
};

const RECORDS = { renderProfile: () => "the profile", renderJob: () => "the job" };

type Routes = Parameters<typeof stubFetch>[0];

function show(routes: Routes, at = "/room/recruiter/i1") {
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: { name: "Alice", email: "a@x.test" } } },
    "GET /api/billing/rules": {
      json: { success: true, data: { maxInterviewTimeMinutes: 120, countdownMinutes: 110 } },
    },
    "GET /api/interviews/capacity": {
      json: { success: true, data: { maxRunning: 1, isFull: false } },
    },
    "GET /api/questions/interview/i1": { status: 404, json: { success: false, code: "NOT_FOUND" } },
    "GET /api/interviews/recruiter/i1": { json: { success: true, interview, canStart: true } },
    ...routes,
  });
  renderWithApp(<RecruiterRoomRoute records={RECORDS} />, {
    path: at.startsWith("/room/recruiter")
      ? "/room/recruiter/:tokenOrId"
      : "/room/interviewer/:tokenOrId",
    at,
  });
  return calls;
}

const refused = (status: number, code: string, message: string): Routes => ({
  "GET /api/interviews/recruiter/i1": {
    status,
    json: { success: false, message, error: message, code },
  },
});

beforeEach(() => {
  sockets.length = 0;
  roomState = scheduled;
  refusal = null;
  server.join = () =>
    refusal ?? {
      success: true,
      role: "recruiter",
      participants: ["recruiter"],
      state: roomState,
      iceServers: [],
      nextAudioSequence: 0,
    };
  sessionStorage.setItem("greenroom-devices-room-1", "passed");
  const getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: { getUserMedia } }));
});

describe("RecruiterRoomRoute, when the room cannot be entered", () => {
  it("has a panel for missing credits", async () => {
    show(refused(402, "NO_CREDITS", "No credits."));
    expect(await screen.findByText("Interview room unavailable")).toBeInTheDocument();
    expect(
      screen.getByText(
        "Not enough interview credits to start or join this room. Upgrade your plan to continue.",
      ),
    ).toBeInTheDocument();
  });

  it("shows the server's message for an interview that has ended", async () => {
    show(refused(410, "INTERVIEW_TERMINATED", "This interview has been completed."));
    expect(await screen.findByText("This interview has been completed.")).toBeInTheDocument();
  });

  it("asks to sign in on 401", async () => {
    show(refused(401, "UNAUTHORIZED", ""));
    expect(
      await screen.findByText("You are not authorized to access this interview. Please sign in."),
    ).toBeInTheDocument();
  });

  it("links back to the interview if its id is known, else to the list", async () => {
    show(refused(404, "NOT_FOUND", ""), "/room/interviewer/i1");
    expect(await screen.findByText("Interview not found or invalid link")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to HQ" })).toHaveAttribute(
      "href",
      "/interview-hq/i1",
    );
  });
});

describe("RecruiterRoomRoute, refused with the interview's id", () => {
  it("leads back to the interview from a link with a token", async () => {
    const message = "This interview has been completed.";
    show({
      "GET /api/interviews/recruiter/i1": {
        status: 410,
        json: {
          success: false,
          message,
          error: message,
          code: "INTERVIEW_TERMINATED",
          limited: true,
          interviewId: "the-id",
        },
      },
    });
    expect(await screen.findByRole("link", { name: "Back to HQ" })).toHaveAttribute(
      "href",
      "/interview-hq/the-id",
    );
  });
});

describe("RecruiterRoom", () => {
  it.each([
    ["admin", 1],
    ["recruiter", 0],
  ])("shows the administrators' controls as a %s", async (role, count) => {
    show({ "GET /api/auth/me": { json: { success: true, data: { name: "Ada", role } } } });
    await screen.findByText("Connected");
    expect(screen.queryAllByRole("switch", { name: "Demo mode" })).toHaveLength(count);
    await userEvent.click(screen.getByRole("tab", { name: "AI Sense" }));
    const debug = screen.queryAllByRole("button", { name: "Interview Debug Controls" });
    expect(debug).toHaveLength(count);
  });

  it("shows candidate and job in tabs of their own", async () => {
    const linked = { ...interview, candidateProfileId: "c1", jobDescriptionId: "j1" };
    show({
      "GET /api/interviews/recruiter/i1": {
        json: { success: true, interview: linked, canStart: true },
      },
      "GET /api/candidates/profile/c1": {
        json: { success: true, data: { name: "Cara Diaz", currentPosition: "Fitter" } },
      },
      "GET /api/job-descriptions/j1": { json: { success: true, data: { parsed: null } } },
    });
    expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).toEqual([
      "Questions",
      "AI Sense",
      "Candidate",
      "Job",
    ]);
    await userEvent.click(screen.getByRole("tab", { name: "Candidate" }));
    expect(await screen.findByText("the profile")).toBeInTheDocument();
    expect(screen.getByText("Fitter")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("tab", { name: "Job" }));
    expect(await screen.findByText("the job")).toBeInTheDocument();
  });

  it.each([
    ["shows", { json: { success: true, data: { name: "Cara Diaz" } } }, "the profile"],
    ["misses", { status: 404, json: { success: false } }, "No candidate profile"],
  ])("%s a profile that only the candidate's email address leads to", async (_, found, text) => {
    const invited = { ...interview, candidateEmail: "cara@mail.test" };
    show({
      "GET /api/interviews/recruiter/i1": {
        json: { success: true, interview: invited, canStart: true },
      },
      "GET /api/candidates/profile/email/cara%40mail.test": found,
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Candidate" }));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it("marks a suggestion that rests on a typed line", async () => {
    roomState = {
      ...scheduled,
      status: "in_progress",
      recording: true,
      transcribing: true,
      consentGiven: true,
    };
    const question = {
      _id: "q1",
      question: "How do you test a pump?",
      category: "technical",
      estimatedTime: 5,
      source: "recruiter_added",
      basedOn: null,
      goodAnswer: null,
      humanTracking: { status: "pending", notes: "", score: null, markedAt: null },
      aiTracking: { status: "asked", confidence: 0.9, segmentId: "s7", quote: "And the pump?" },
    };
    show({
      "GET /api/questions/interview/i1": { json: { success: true, questions: [question] } },
      "POST /api/aisense/live": {
        json: { success: true, ready: false, reason: "", insights: null },
      },
    });
    const quote = await screen.findByText("Heard: “And the pump?”");
    expect(quote).not.toHaveTextContent("(imported)");
    act(() =>
      sockets[0]!.receive("transcript-update", {
        id: "s7",
        utteranceId: "s7",
        role: "recruiter",
        text: "And the pump?",
        timestamp: "2026-01-01T10:00:00Z",
        final: true,
        source: "typed",
        origin: "client",
        sequence: 1,
        startSeconds: 4,
        endSeconds: 6,
        marks: [],
      }),
    );
    expect(quote).toHaveTextContent("(imported)");
  });

  it("keeps Question Sense off in demo mode", async () => {
    show({ "GET /api/auth/me": { json: { success: true, data: { name: "Ada", role: "admin" } } } });
    await userEvent.click(await screen.findByRole("tab", { name: "AI Sense" }));
    await userEvent.click(await screen.findByRole("button", { name: "Interview Debug Controls" }));
    expect(screen.getByRole("switch", { name: "Question Sense" })).toBeEnabled();
    await userEvent.click(screen.getByRole("switch", { name: "Demo mode" }));
    expect(screen.getByRole("switch", { name: "Question Sense" })).toBeDisabled();
  });

  it("shows the panel for missing credits when the socket refuses", async () => {
    refusal = { success: false, error: "None left.", message: "None left.", code: "NO_CREDITS" };
    show({});
    expect(await screen.findByText("Interview room unavailable")).toBeInTheDocument();
  });

  it("joins only after the device check, and not again after a reload", async () => {
    sessionStorage.clear();
    show({});
    expect(await screen.findByRole("heading", { name: "Check your devices" })).toBeInTheDocument();
    expect(await screen.findByText("Your browser blocks the microphone.")).toBeInTheDocument();
    expect(sockets).toHaveLength(0);
    await userEvent.click(screen.getByRole("button", { name: "Join without a microphone" }));
    expect(await screen.findByText("Connected")).toBeInTheDocument();
    expect(sockets).toHaveLength(1);
    expect(sessionStorage.getItem("greenroom-devices-room-1")).toBe("passed");
  });

  it("closes properly when the session has ended, and keeps the notes that were not saved", async () => {
    show({
      "PATCH /api/interviews/recruiter/i1/notes": {
        status: 401,
        json: { success: false, message: "", error: "", code: "UNAUTHORIZED" },
      },
      "PATCH /api/interviews/recruiter/i1/start": {
        status: 401,
        json: { success: false, message: "", error: "", code: "UNAUTHORIZED" },
      },
    });
    roomState = { ...scheduled, consentGiven: true };
    await screen.findByText("Connected");
    await userEvent.type(screen.getByRole("textbox", { name: "Notes" }), "Asked about Lyon");
    await userEvent.click(screen.getByRole("button", { name: "Start Interview" }));
    expect(
      await screen.findByText("Authentication failed. Please sign in again."),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Sign in" })).toBeInTheDocument();
    expect(sockets[0]?.connected).toBe(false);
    await vi.waitFor(() =>
      expect(sessionStorage.getItem("greenroom-unsaved-notes-i1")).toBe("Asked about Lyon"),
    );
  });

  it.each(["POST /api/aisense/live", "GET /api/questions/interview/i1"])(
    "closes when any call of the room is refused: %s",
    async (call) => {
      roomState = {
        ...scheduled,
        status: "in_progress",
        recording: true,
        transcribing: true,
        consentGiven: true,
      };
      const json = { success: false, message: "", error: "", code: "UNAUTHORIZED" };
      show({ [call]: { status: 401, json } });
      expect(
        await screen.findByText("Authentication failed. Please sign in again."),
      ).toBeInTheDocument();
      expect(screen.getByRole("link", { name: "Sign in" })).toBeInTheDocument();
    },
  );

  it("says that the connection timed out, then that it failed, and connects again", async () => {
    roomState = { ...scheduled, status: "in_progress", recording: true, consentGiven: true };
    show({});
    await screen.findByText("Connected");
    vi.useFakeTimers();
    try {
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      const kept = "What is said now is kept and sent afterwards.";
      act(() => sockets[0]!.drop());
      await pass(9_999);
      expect(screen.getByText(`Reconnecting. ${kept}`)).toBeInTheDocument();
      await pass(1);
      expect(screen.getByText(`Connection timeout. ${kept}`)).toBeInTheDocument();
      await pass(9_000);
      expect(screen.getByText(`Connection failed. Please try again. ${kept}`)).toBeInTheDocument();
      fireEvent.click(screen.getAllByRole("button", { name: "Try Again" }).at(-1)!);
      await pass(0);
      expect(screen.getByText("Connected")).toBeInTheDocument();
      expect(screen.queryByText(/Connection failed/)).not.toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ["INTERVIEW_TERMINATED", "This interview was cancelled", "Back to HQ"],
    ["INTERVIEW_NOT_FOUND", "This interview was deleted", "Back to interviews"],
    ["NO_CREDITS", "Interview room unavailable", "View plans"],
  ])("says why the room was closed: %s", async (code, title, link) => {
    show({});
    await screen.findByText("Connected");
    act(() => {
      sockets[0]!.receive("error", { message: "Closed.", code });
      sockets[0]!.receive("connect_error", { message: "Closed.", data: { code } });
    });
    expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: link })).toBeInTheDocument();
  });

  it("opens without a camera, explains why, and waits for the candidate's consent", async () => {
    const calls = show({});
    expect(
      await screen.findByText(
        "Camera and microphone access denied. Please allow permissions and refresh the page.",
      ),
    ).toBeInTheDocument();
    expect(await screen.findByText("Connected")).toBeInTheDocument();
    expect(screen.getByText("Waiting for Cara Diaz...")).toBeInTheDocument();
    expect(screen.getByText("Waiting for interview to start")).toBeInTheDocument();
    const start = screen.getByRole("button", { name: "Start Interview" });
    expect(start).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(start);
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
  });

  it("does not take a default name for the candidate's", async () => {
    const unnamed = { ...interview, candidateName: "New Interview" };
    show({
      "GET /api/interviews/recruiter/i1": {
        json: { success: true, interview: unnamed, canStart: true },
      },
    });
    expect(await screen.findByText("Waiting for Unnamed Candidate...")).toBeInTheDocument();
  });

  it("says that it listens, and that a larger screen is best", async () => {
    roomState = {
      ...scheduled,
      status: "in_progress",
      recording: true,
      transcribing: true,
      consentGiven: true,
    };
    show({});
    expect(await screen.findByText("AI listening is active")).toBeInTheDocument();
    expect(screen.getByText(/larger screen is best for the interviewer/i)).toBeInTheDocument();
  });

  it("reports notes that could not be saved", async () => {
    show({ "PATCH /api/interviews/recruiter/i1/notes": { status: 500, json: { success: false } } });
    await screen.findByText("Connected");
    const notes = screen.getByRole("textbox", { name: "Notes" });
    await userEvent.type(notes, "Asked about Lyon");
    fireEvent.blur(notes);
    expect(await screen.findByText("Failed to save notes. Please try again.")).toBeInTheDocument();
  });

  it("reports a failed start", async () => {
    roomState = { ...scheduled, consentGiven: true };
    show({ "PATCH /api/interviews/recruiter/i1/start": { status: 500, json: { success: false } } });
    await screen.findByText("Connected");
    await userEvent.click(screen.getByRole("button", { name: "Start Interview" }));
    expect(await screen.findByText("Failed to start interview")).toBeInTheDocument();
  });

  it("says before the start that the server is full, and no longer once it runs", async () => {
    const full = { json: { success: true, data: { maxRunning: 2, isFull: true } } };
    show({ "GET /api/interviews/capacity": full });
    expect(await screen.findByText(/^This server can run 2 interviews at a time/)).toBeVisible();
    // Joining sets the state too.
    await screen.findByText("Connected");
    act(() =>
      sockets[0]!.receive("interview-state-changed", {
        ...scheduled,
        status: "in_progress",
        recording: true,
        consentGiven: true,
      }),
    );
    expect(screen.queryByText(/^This server can run/)).not.toBeInTheDocument();
  });

  it("gives the server's reason why the interview cannot start", async () => {
    roomState = { ...scheduled, consentGiven: true };
    const message = "This server can run one interview at a time, and no more can start now.";
    show({
      "PATCH /api/interviews/recruiter/i1/start": {
        status: 409,
        json: { success: false, error: message, message, code: "CAPACITY_REACHED" },
      },
    });
    await screen.findByText("Connected");
    await userEvent.click(screen.getByRole("button", { name: "Start Interview" }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it("ends only after confirmation, and reports a failure", async () => {
    roomState = { ...scheduled, status: "in_progress", recording: true, consentGiven: true };
    const calls = show({
      "PATCH /api/interviews/recruiter/i1/complete": { status: 500, json: { success: false } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "End Interview" }));
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
    const dialog = screen.getByRole("alertdialog", { name: "End the interview with Cara Diaz?" });
    expect(dialog).toBeInTheDocument();
    await userEvent.click(screen.getAllByRole("button", { name: "End Interview" }).at(-1)!);
    expect(
      await screen.findByText("Failed to end interview. Please try again."),
    ).toBeInTheDocument();
  });
});
