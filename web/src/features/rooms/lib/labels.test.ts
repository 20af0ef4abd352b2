import { describe, expect, it } from "vitest";

import { candidateConnectionLabel, connectionLabel } from "./connection-label";
import { mediaFailureOf, mediaFailureText, MediaTimeout } from "./media-errors";
import { firstPlace, keepInside } from "./self-view";

describe("connectionLabel", () => {
  it("uses the documents' words and colours", () => {
    expect(connectionLabel("connecting", "idle")).toEqual({
      label: "Connecting...",
      tone: "yellow",
    });
    expect(connectionLabel("connected", "connected")).toEqual({
      label: "Connected",
      tone: "green",
    });
    expect(connectionLabel("disconnected", "idle")).toEqual({ label: "Disconnected", tone: "red" });
    expect(connectionLabel("error", "idle").label).toBe("Connection Error");
    expect(connectionLabel("connected", "failed").label).toBe("Connection Failed");
  });

  it("calls the candidate connected once the interview has loaded", () => {
    expect(candidateConnectionLabel("pending", "idle", "idle").label).toBe("Not connected");
    expect(candidateConnectionLabel("success", "idle", "idle").label).toBe("Connected");
    expect(candidateConnectionLabel("success", "disconnected", "idle").label).toBe("Disconnected");
    expect(candidateConnectionLabel("error", "idle", "idle").label).toBe("Connection Error");
  });
});

describe("media failures", () => {
  const failureOf = (name: string) => mediaFailureOf(new DOMException("", name));

  it("has the documents' sentence for each", () => {
    expect(mediaFailureText("recruiter", failureOf("NotAllowedError"))).toBe(
      "Camera and microphone access denied. Please allow permissions and refresh the page.",
    );
    expect(mediaFailureText("recruiter", failureOf("NotFoundError"))).toBe(
      "No camera or microphone found. Please check your devices and refresh.",
    );
    expect(mediaFailureText("recruiter", mediaFailureOf(new MediaTimeout()))).toBe(
      "Connection timeout. Please check your internet connection and try again.",
    );
    expect(mediaFailureText("recruiter", failureOf("AbortError"))).toBe(
      "Failed to initialize video call. Please refresh and try again.",
    );
    expect(mediaFailureText("candidate", failureOf("NotAllowedError"))).toBe(
      "Failed to access camera/microphone. Please allow permissions and refresh.",
    );
  });
});

describe("self-view", () => {
  const pane = { width: 500, height: 300 };

  it("starts at the bottom-left, 20 px from the left", () => {
    expect(firstPlace(pane)).toEqual({ x: 20, y: 184 });
  });

  it("stays inside the pane", () => {
    expect(keepInside({ x: -40, y: 900 }, pane)).toEqual({ x: 0, y: 204 });
    expect(keepInside({ x: 480, y: -1 }, pane)).toEqual({ x: 372, y: 0 });
    expect(keepInside({ x: 10, y: 10 }, { width: 100, height: 50 })).toEqual({ x: 0, y: 0 });
  });
});
