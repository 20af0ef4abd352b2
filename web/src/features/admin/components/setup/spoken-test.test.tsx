/** Tests of the spoken self-test. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { SpokenTest } from "./spoken-test";

const browser = vi.hoisted(() => ({ isSecure: true, refusal: null as DOMException | null }));
vi.mock("../../lib/record-voice", () => ({
  canRecord: () => browser.isSecure,
  recordVoice: () =>
    browser.refusal ? Promise.reject(browser.refusal) : Promise.resolve(new Blob(["RIFF"])),
}));

const HEARD = { success: true, text: "", language: "en", durationSeconds: 5, model: "whisper" };

beforeEach(() => {
  browser.isSecure = true;
  browser.refusal = null;
});

async function speak() {
  renderWithApp(<SpokenTest />);
  await userEvent.click(screen.getByRole("button", { name: "Say a sentence" }));
}

describe("SpokenTest", () => {
  it("shows what the speech model heard", async () => {
    const calls = stubFetch({
      "POST /api/transcription/whisper": { json: { ...HEARD, text: "Good morning." } },
    });
    await speak();
    expect(await screen.findByText("Good morning.")).toBeVisible();
    expect(screen.getByText("whisper heard:")).toBeVisible();
    const form = calls[0]!.body as FormData;
    expect(form.get("language")).toBe("en");
    expect((form.get("file") as File).name).toBe("test.wav");
  });

  it("says that nothing was heard", async () => {
    stubFetch({ "POST /api/transcription/whisper": { json: HEARD } });
    await speak();
    expect(await screen.findByText(/No speech was heard/u)).toBeVisible();
  });

  it("says that the microphone cannot be used", async () => {
    browser.refusal = new DOMException("no", "NotAllowedError");
    stubFetch({});
    await speak();
    expect(await screen.findByText(/The microphone cannot be used/u)).toBeVisible();
  });

  it("explains an insecure page and leads to HTTPS", () => {
    browser.isSecure = false;
    renderWithApp(<SpokenTest />);
    expect(screen.getByText(/browsers allow the microphone on HTTPS pages only/u)).toBeVisible();
    expect(screen.getByRole("link", { name: "Set up HTTPS" })).toHaveAttribute(
      "href",
      "/admin/setup/address",
    );
    expect(screen.queryByRole("button", { name: "Say a sentence" })).not.toBeInTheDocument();
  });
});
