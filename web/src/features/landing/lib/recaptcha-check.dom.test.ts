/** Tests of the reCAPTCHA check. */
import { afterEach, describe, expect, it, vi } from "vitest";

import { executeRecaptcha, loadRecaptcha } from "./recaptcha-check";

const script = () => document.head.querySelector<HTMLScriptElement>("script[src*=recaptcha]")!;

afterEach(() => {
  document.head.querySelectorAll("script").forEach((element) => element.remove());
  vi.unstubAllGlobals();
});

describe("reCAPTCHA", () => {
  it("is loaded with the site key and executed for demo_request", async () => {
    const execute = vi.fn().mockResolvedValue("answer");
    const loaded = loadRecaptcha("site key");
    expect(script().src).toContain("render=site%20key");
    vi.stubGlobal("grecaptcha", { ready: (then: () => void) => then(), execute });
    script().dispatchEvent(new Event("load"));
    await loaded;
    await expect(executeRecaptcha("site key")).resolves.toBe("answer");
    expect(execute).toHaveBeenCalledWith("site key", { action: "demo_request" });
  });

  it("distinguishes a failed script from a lost connection", async () => {
    const failed = loadRecaptcha("k");
    script().dispatchEvent(new Event("error"));
    await expect(failed).rejects.toMatchObject({ problem: "failedToLoad" });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const offline = loadRecaptcha("k");
    script().dispatchEvent(new Event("error"));
    await expect(offline).rejects.toMatchObject({ problem: "failedToLoadConnection" });
  });

  it("reports whether it is missing, not ready, or rejected", async () => {
    await expect(executeRecaptcha("k")).rejects.toMatchObject({ problem: "notLoaded" });
    vi.stubGlobal("grecaptcha", { ready: vi.fn() });
    await expect(executeRecaptcha("k")).rejects.toMatchObject({ problem: "notReady" });
    vi.stubGlobal("grecaptcha", { ready: vi.fn(), execute: () => Promise.reject(new Error("no")) });
    await expect(executeRecaptcha("k")).rejects.toMatchObject({ problem: "failed" });
  });
});
