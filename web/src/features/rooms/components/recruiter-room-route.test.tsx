/** Tests of the recruiter room: access, start and end. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { FakeSocket } from "../engine/testing/fake-socket";
import { RecruiterRoomRoute } from "./recruiter-room-route";

const sockets: FakeSocket[] = [];
vi.mock("@/api/socket", async (original) => ({
  ...(await original<{ createSocket: unknown }>()),
  createSocket: () => {
    const socket = new FakeSocket();
    socket.replies.set("join-room", () => ({
      success: true,
      role: "recruiter",
      participants: ["recruiter"],
      state: roomState,
      iceServers: [],
      nextAudioSequence: 0,
    }));
    sockets.push(socket);
    return socket;
  },
}));

const scheduled = {
  status: "scheduled",
  recording: false,
  transcribing: false,
  participants: ["recruiter"],
  startTime: null,
  elapsedSeconds: 0,
  consentGiven: false,
};
let roomState = scheduled;

const interview = {
  _id: "i1",
  roomId: "room-1",
  candidateName: "Cara Diaz",
  position: "Engineer",
  candidateProfileId: null,
  jobDescriptionId: null,
  liveNotes: "",
  status: "scheduled",
};

type Routes = Parameters<typeof stubFetch>[0];

function show(routes: Routes, at = "/room/recruiter/i1") {
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: { name: "Alice", email: "a@x.test" } } },
    "GET /api/billing/rules": {
      json: { success: true, data: { maxInterviewTimeMinutes: 120, countdownMinutes: 110 } },
    },
    "GET /api/questions/interview/i1": { status: 404, json: { success: false, code: "NOT_FOUND" } },
    "GET /api/interviews/recruiter/i1": { json: { success: true, interview, canStart: true } },
    ...routes,
  });
  renderWithApp(<RecruiterRoomRoute />, {
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

describe("RecruiterRoom", () => {
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

  it("reports a failed start", async () => {
    roomState = { ...scheduled, consentGiven: true };
    show({ "PATCH /api/interviews/recruiter/i1/start": { status: 500, json: { success: false } } });
    await screen.findByText("Connected");
    await userEvent.click(screen.getByRole("button", { name: "Start Interview" }));
    expect(await screen.findByText("Failed to start interview")).toBeInTheDocument();
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
