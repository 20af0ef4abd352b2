/** Tests of the device check: which devices, and whether the other side can be reached. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { stubIceNetwork } from "../engine/testing/fake-ice-network";
import { fakeDevices, type FakeMediaDevices } from "../engine/testing/fake-media-devices";
import { type UserMedia, useUserMedia } from "../hooks/use-user-media";
import { DeviceCheck } from "./device-check";

let devices: FakeMediaDevices;

class FakeAudioContext {
  readonly state = "running";
  createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => undefined });
  createMediaStreamSource = () => ({ connect: () => undefined });
  close = () => Promise.resolve();
}

beforeEach(() => {
  stubIceNetwork({});
  devices = fakeDevices();
  vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: devices }));
  vi.stubGlobal("AudioContext", FakeAudioContext);
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  HTMLMediaElement.prototype.setSinkId = () => Promise.resolve();
});

function Check() {
  return (
    <DeviceCheck
      side="candidate"
      link="candidate-token"
      media={useUserMedia(true)}
      onJoin={vi.fn()}
    />
  );
}

const TURN = { urls: "turn:turn.example.com:3478", username: "u", credential: "c" };

function stubServers(servers: object[] = []) {
  const data = { json: { success: true, data: servers } };
  return stubFetch({
    "GET /api/site": { json: { success: true, data: {} } },
    "GET /api/interviews/candidate/candidate-token/ice-servers": data,
    "GET /api/interviews/recruiter/interview/ice-servers": data,
  });
}

function show() {
  stubServers();
  return renderWithApp(<Check />);
}

async function choose(kind: string, label: string): Promise<void> {
  await userEvent.click(await screen.findByRole("combobox", { name: kind }));
  await userEvent.click(await screen.findByRole("option", { name: label }));
}

describe("DeviceCheck", () => {
  it("shows the devices in use and switches to others", async () => {
    show();
    expect(await screen.findByRole("combobox", { name: "Camera" })).toHaveTextContent("Lid camera");
    await choose("Microphone", "Headset");
    await choose("Speakers", "Headset");
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Microphone" })).toHaveTextContent("Headset"),
    );
    expect(screen.getByRole("combobox", { name: "Speakers" })).toHaveTextContent("Headset");
    expect(JSON.parse(localStorage.getItem("greenroom-devices") ?? "")).toEqual({
      camera: null,
      microphone: { id: "headset", label: "Headset" },
      speaker: { id: "headset-out", label: "Headset" },
    });
  });

  it("has no choice where the browser names no devices", async () => {
    devices.devices.length = 0;
    show();
    expect(await screen.findByText("Your camera works.")).toBeInTheDocument();
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });

  it("names what the system did to the microphone", async () => {
    show();
    await screen.findByRole("meter");
    act(() => devices.current.getAudioTracks()[0]!.setMuted(true));
    expect(await screen.findByText("Your computer has muted your microphone.")).toBeInTheDocument();
  });
});

describe("DeviceCheck, connection", () => {
  it("says that video can go directly or through a relay server", async () => {
    stubIceNetwork({ answering: [TURN.urls] });
    const calls = stubServers([TURN]);
    renderWithApp(<Check />);
    expect(
      await screen.findByText(
        "Video can go directly to the other person, or through a relay server.",
      ),
    ).toBeInTheDocument();
    const call = calls.find(({ url }) => url.endsWith("/ice-servers"));
    expect(call?.headers.get("authorization")).toBeNull();
  });

  it("names a relay server that does not answer", async () => {
    stubIceNetwork({ givesUp: true });
    stubServers([TURN]);
    renderWithApp(<Check />);
    const text = await screen.findByText(/The relay server does not answer: turn\.example\.com\./u);
    expect(text).toBeInTheDocument();
    expect(screen.getByText("Video can go directly to the other person.")).toBeInTheDocument();
  });

  it("names a relay server that refuses the credentials", async () => {
    stubIceNetwork({ refusing: [TURN.urls] });
    stubServers([TURN]);
    renderWithApp(<Check />);
    const text = await screen.findByText(/The relay server refuses.+: turn\.example\.com\./u);
    expect(text).toBeInTheDocument();
  });
});

const WITHOUT_DEVICES: UserMedia = {
  stream: null,
  failure: "insecure",
  isCameraOn: false,
  isMicrophoneOn: false,
  hasCamera: false,
  hasMicrophone: false,
  microphone: "missing",
  devices: { camera: [], microphone: [], speaker: [] },
  inUse: { camera: null, microphone: null, speaker: null },
  choose: () => undefined,
  toggleCamera: () => undefined,
  toggleMicrophone: () => undefined,
  retry: () => undefined,
};

function showInsecure(side: "candidate" | "recruiter") {
  stubServers();
  const link = side === "candidate" ? "candidate-token" : "interview";
  renderWithApp(
    <DeviceCheck side={side} link={link} media={WITHOUT_DEVICES} onJoin={() => undefined} />,
    { path: "/", at: "/" },
  );
}

describe("DeviceCheck on a page without HTTPS", () => {
  it("explains the reason to a candidate, who cannot join", async () => {
    showInsecure("candidate");
    expect(await screen.findByRole("alert")).toHaveTextContent("secure pages (https) only");
    expect(screen.getByRole("button", { name: /^Join/u })).toBeDisabled();
  });

  it("explains the reason to a recruiter, who may join without devices", async () => {
    showInsecure("recruiter");
    expect(await screen.findByRole("alert")).toHaveTextContent("secure pages (https) only");
    expect(screen.getByRole("button", { name: /^Join/u })).toBeEnabled();
  });
});
