/** Tests of the labels of connections, media errors and the self-view. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";

import {
  candidateConnectionLabel,
  connectionLabel,
  isKnownLabel,
  type ConnectionLabel,
} from "./connection-label";
import { InsecurePage, toMediaFailure, mediaFailureText, MediaTimeout } from "./media-errors";
import { initialPosition, keepInside } from "./self-view";

const t = i18next.getFixedT("en", "rooms");
const shown = ({ label, tone }: ConnectionLabel) => [
  isKnownLabel(label) ? t(`connection.${label}`) : label,
  tone,
];

describe("connectionLabel", () => {
  it("uses the specified labels and colors", () => {
    expect(shown(connectionLabel("connecting", "idle"))).toEqual(["Connecting...", "yellow"]);
    expect(shown(connectionLabel("connected", "connected"))).toEqual(["Connected", "green"]);
    expect(shown(connectionLabel("disconnected", "idle"))).toEqual(["Disconnected", "red"]);
    expect(shown(connectionLabel("error", "idle"))).toEqual(["Connection Error", "red"]);
    expect(shown(connectionLabel("connected", "failed"))).toEqual(["Connection Failed", "red"]);
    expect(shown(connectionLabel("connected", "disconnected"))).toEqual(["Disconnected", "red"]);
    expect(shown(connectionLabel("connected", "connecting"))).toEqual(["Connecting...", "yellow"]);
    // The connection to the server counts first.
    expect(shown(connectionLabel("disconnected", "connected"))).toEqual(["Disconnected", "red"]);
  });

  it("shows an unknown state as it is, in gray", () => {
    expect(connectionLabel("connected", "hibernating")).toEqual({
      label: "hibernating",
      tone: "gray",
    });
  });

  it("shows the candidate as connected once the interview has loaded", () => {
    const words = (...states: Parameters<typeof candidateConnectionLabel>) =>
      shown(candidateConnectionLabel(...states))[0];
    expect(words("pending", "idle", "idle")).toBe("Not connected");
    expect(words("success", "idle", "idle")).toBe("Connected");
    expect(words("success", "disconnected", "idle")).toBe("Disconnected");
    expect(words("error", "idle", "idle")).toBe("Connection Error");
  });
});

describe("media failures", () => {
  const makeFailure = (name: string) => toMediaFailure(new DOMException("", name));

  it("has the specified message for each", () => {
    expect(mediaFailureText(t, "recruiter", makeFailure("NotAllowedError"))).toBe(
      "Camera and microphone access denied. Please allow permissions and refresh the page.",
    );
    expect(mediaFailureText(t, "recruiter", makeFailure("NotFoundError"))).toBe(
      "No camera or microphone found. Please check your devices and refresh.",
    );
    for (const role of ["recruiter", "candidate"] as const) {
      expect(mediaFailureText(t, role, toMediaFailure(new InsecurePage()))).toContain("https");
    }
    expect(mediaFailureText(t, "recruiter", toMediaFailure(new MediaTimeout()))).toBe(
      "Connection timeout. Please check your internet connection and try again.",
    );
    expect(mediaFailureText(t, "recruiter", makeFailure("AbortError"))).toBe(
      "Failed to initialize video call. Please refresh and try again.",
    );
    expect(mediaFailureText(t, "candidate", makeFailure("NotAllowedError"))).toBe(
      "Failed to access camera/microphone. Please allow permissions and refresh.",
    );
  });
});

describe("self-view", () => {
  const pane = { width: 500, height: 300 };

  it("starts at the bottom left, 20 px from the edge", () => {
    expect(initialPosition(pane)).toEqual({ x: 20, y: 184 });
  });

  it("stays inside the pane", () => {
    expect(keepInside({ x: -40, y: 900 }, pane)).toEqual({ x: 0, y: 204 });
    expect(keepInside({ x: 480, y: -1 }, pane)).toEqual({ x: 372, y: 0 });
    expect(keepInside({ x: 10, y: 10 }, { width: 100, height: 50 })).toEqual({ x: 0, y: 0 });
  });
});
