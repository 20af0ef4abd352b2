/** Tests of copying to the clipboard. */
import { afterEach, describe, expect, it, vi } from "vitest";

import { copyText } from "./clipboard";

function setClipboard(writeText: (() => Promise<void>) | undefined) {
  vi.stubGlobal("navigator", { clipboard: writeText ? { writeText } : undefined });
}

function setExecCommand(result: boolean) {
  const command = vi.fn(() => result);
  Object.defineProperty(document, "execCommand", { value: command, configurable: true });
  return command;
}

describe("copyText", () => {
  afterEach(() => {
    Reflect.deleteProperty(document, "execCommand");
  });

  it("uses the clipboard if available", async () => {
    const write = vi.fn(() => Promise.resolve());
    setClipboard(write);
    expect(await copyText("x")).toBe(true);
    expect(write).toHaveBeenCalledWith("x");
  });

  it("copies by selection on plain http", async () => {
    setClipboard(undefined);
    const command = setExecCommand(true);
    expect(await copyText("x")).toBe(true);
    expect(command).toHaveBeenCalledWith("copy");
    expect(document.querySelector("textarea")).toBeNull();
  });

  it("reports when both are blocked", async () => {
    setClipboard(() => Promise.reject(new Error("denied")));
    setExecCommand(false);
    expect(await copyText("x")).toBe(false);
  });
});
