/** Tests of the device check before joining a room. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { UserMedia } from "../hooks/use-user-media";
import { DeviceCheck } from "./device-check";

const WITHOUT_DEVICES: UserMedia = {
  stream: null,
  failure: "insecure",
  isCameraOn: false,
  isMicrophoneOn: false,
  hasCamera: false,
  hasMicrophone: false,
  microphone: "missing",
  toggleCamera: () => undefined,
  toggleMicrophone: () => undefined,
  retry: () => undefined,
};

function show(side: "candidate" | "recruiter") {
  stubFetch({ "GET /api/site": { json: { success: true, data: {} } } });
  renderWithApp(<DeviceCheck side={side} media={WITHOUT_DEVICES} onJoin={() => undefined} />, {
    path: "/",
    at: "/",
  });
}

describe("DeviceCheck on a page without HTTPS", () => {
  it("explains the reason to a candidate, who cannot join", async () => {
    show("candidate");
    expect(await screen.findByRole("alert")).toHaveTextContent("secure pages (https) only");
    expect(screen.getByRole("button", { name: /^Join/u })).toBeDisabled();
  });

  it("explains the reason to a recruiter, who may join without devices", async () => {
    show("recruiter");
    expect(await screen.findByRole("alert")).toHaveTextContent("secure pages (https) only");
    expect(screen.getByRole("button", { name: /^Join/u })).toBeEnabled();
  });
});
