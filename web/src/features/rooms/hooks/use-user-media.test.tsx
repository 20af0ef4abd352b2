/** Tests of camera and microphone: which are used, what happens to them, and that muted stays muted. */
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import {
  fakeDevices,
  type FakeMediaDevices,
  type FakeTrack,
} from "../engine/testing/fake-media-devices";
import { useUserMedia } from "./use-user-media";

let devices: FakeMediaDevices;

beforeEach(() => {
  devices = fakeDevices();
  vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: devices }));
  HTMLMediaElement.prototype.setSinkId = () => Promise.resolve();
});

async function open() {
  const hook = renderHook(({ isEnabled }) => useUserMedia(isEnabled), {
    initialProps: { isEnabled: true },
  });
  await waitFor(() => expect(hook.result.current.stream).not.toBeNull());
  await waitFor(() => expect(hook.result.current.devices.camera).toHaveLength(2));
  return hook;
}

function storeChoice(choice: unknown): void {
  localStorage.setItem("greenroom-devices", JSON.stringify(choice));
}

const microphone = (): FakeTrack => devices.current.getAudioTracks()[0]!;

describe("useUserMedia", () => {
  it("opens the devices of the browser, names all, and closes them at the end", async () => {
    const { result, rerender } = await open();
    expect(result.current.inUse).toEqual({ camera: "lid", microphone: "built-in", speaker: null });
    expect(result.current.devices.microphone.map(({ label }) => label)).toEqual([
      "Built-in microphone",
      "Headset",
      "Desk microphone",
    ]);
    const tracks = devices.current.getTracks();
    rerender({ isEnabled: false });
    expect(tracks.map(({ readyState }) => readyState)).toEqual(["ended", "ended"]);
    await waitFor(() => expect(result.current.stream).toBeNull());
  });

  it("switches to the chosen microphone and keeps it for the next interview", async () => {
    const first = await open();
    const before = devices.current;
    act(() => first.result.current.choose("microphone", "headset"));
    await waitFor(() => expect(first.result.current.inUse.microphone).toBe("headset"));
    expect(before.getTracks().every(({ readyState }) => readyState === "ended")).toBe(true);
    first.unmount();
    const next = await open();
    expect(next.result.current.inUse.microphone).toBe("headset");
    expect(next.result.current.inUse.camera).toBe("lid");
  });

  it("keeps the old devices if the chosen one cannot be opened", async () => {
    const { result } = await open();
    devices.failure = new DOMException("", "NotReadableError");
    act(() => result.current.choose("camera", "usb"));
    await waitFor(() => expect(result.current.failure).toBe("inUse"));
    expect(result.current.hasMicrophone).toBe(true);
    expect(result.current.microphone).toBe("ok");
  });

  it("uses another device while the remembered one is away", async () => {
    storeChoice({
      microphone: { id: "at home", label: "Studio" },
      camera: { id: "usb", label: "USB camera" },
    });
    const { result } = await open();
    expect(result.current.inUse.microphone).toBe("built-in");
    expect(result.current.inUse.camera).toBe("usb");
  });

  it("asks once for other devices when the only remembered one is away", async () => {
    storeChoice({ microphone: { id: "at home", label: "Studio" } });
    const { result } = await open();
    expect(result.current.inUse.microphone).toBe("built-in");
    expect(devices.requests).toHaveLength(2);
  });

  it("finds the chosen devices by their names after the browser has changed the ids", async () => {
    storeChoice({
      microphone: { id: "old", label: "Headset" },
      camera: { id: "lid", label: "USB camera" },
      speaker: { id: "older", label: "Headset" },
    });
    const { result } = await open();
    const inUse = { microphone: "headset", camera: "lid", speaker: "headset-out" };
    await waitFor(() => expect(result.current.inUse).toEqual(inUse));
    expect(JSON.parse(localStorage.getItem("greenroom-devices") ?? "")).toEqual({
      microphone: { id: "headset", label: "Headset" },
      camera: { id: "lid", label: "USB camera" },
      speaker: { id: "headset-out", label: "Headset" },
    });
  });

  it("takes the first of two devices with the same name", async () => {
    devices.devices.push({ kind: "audioinput", deviceId: "twin", label: "Headset" });
    storeChoice({ microphone: { id: "old", label: "Headset" } });
    const { result } = await open();
    await waitFor(() => expect(result.current.inUse.microphone).toBe("headset"));
  });

  it("keeps the browser's choice if the device with the chosen name cannot be opened", async () => {
    devices.taken.add("headset");
    storeChoice({ microphone: { id: "old", label: "Headset" } });
    const { result } = await open();
    await waitFor(() => expect(result.current.failure).toBe("inUse"));
    expect(result.current.inUse.microphone).toBe("built-in");
    expect(result.current.microphone).toBe("ok");
    expect(devices.opened).toHaveLength(1);
  });

  it("searches a name only once if the ids change every time", async () => {
    let calls = 0;
    devices.enumerateDevices = () => {
      calls += 1;
      return Promise.resolve(
        devices.devices.map((one) => ({ ...one, deviceId: `${one.deviceId}-${String(calls)}` })),
      );
    };
    storeChoice({ microphone: { id: "old", label: "Headset" } });
    await open();
    await waitFor(() => expect(devices.opened).toHaveLength(2));
    act(() => void devices.dispatchEvent(new Event("devicechange")));
    await waitFor(() => expect(calls).toBeGreaterThan(2));
    expect(devices.opened).toHaveLength(2);
  });

  it("still reads a choice that was stored without names", async () => {
    storeChoice({ microphone: "headset", camera: null });
    const { result } = await open();
    expect(result.current.inUse.microphone).toBe("headset");
  });

  it.each([{ microphone: 7 }, { microphone: { id: "headset" } }, { microphone: [] }, null, []])(
    "ignores a choice that is not one: %j",
    async (choice) => {
      storeChoice(choice);
      const { result } = await open();
      expect(result.current.inUse.microphone).toBe("built-in");
      expect(devices.requests).toHaveLength(1);
    },
  );

  it("keeps the microphone when the camera cannot do what is asked of it", async () => {
    devices.isCameraUnsuitable = true;
    const { result } = await open();
    expect(result.current.hasCamera).toBe(false);
    expect(result.current.microphone).toBe("ok");
  });

  it("ignores a damaged choice", async () => {
    localStorage.setItem("greenroom-devices", "{]");
    const { result } = await open();
    expect(result.current.microphone).toBe("ok");
  });

  it("stays muted and dark with other devices", async () => {
    const { result } = await open();
    act(() => result.current.toggleMicrophone());
    act(() => result.current.toggleCamera());
    expect(result.current.microphone).toBe("off");
    act(() => result.current.choose("microphone", "desk"));
    await waitFor(() => expect(result.current.inUse.microphone).toBe("desk"));
    expect(result.current.isMicrophoneOn).toBe(false);
    expect(result.current.isCameraOn).toBe(false);
    expect(microphone().enabled).toBe(false);
  });

  it("says that the microphone was unplugged, and finds the next one", async () => {
    const { result } = await open();
    act(() => microphone().end());
    expect(result.current.microphone).toBe("unplugged");
    expect(result.current.hasMicrophone).toBe(false);
    act(() => void devices.dispatchEvent(new Event("devicechange")));
    await waitFor(() => expect(result.current.microphone).toBe("ok"));
    expect(devices.opened).toHaveLength(2);
  });

  it("does not reopen working devices when another is plugged in", async () => {
    const { result } = await open();
    devices.devices.push({ kind: "audioinput", deviceId: "new", label: "New microphone" });
    act(() => void devices.dispatchEvent(new Event("devicechange")));
    await waitFor(() => expect(result.current.devices.microphone).toHaveLength(4));
    expect(devices.opened).toHaveLength(1);
  });

  it("says that the system muted the microphone, until it no longer does", async () => {
    const { result } = await open();
    act(() => microphone().setMuted(true));
    expect(result.current.microphone).toBe("systemMuted");
    act(() => microphone().setMuted(false));
    expect(result.current.microphone).toBe("ok");
  });
});
