/** Tests of the spoken self-test. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { SpokenTest } from "./spoken-test";

const HEARD = { success: true, text: "", language: "en", durationSeconds: 5, model: "whisper" };

const recorder = {
  canRecord: () => true,
  recordVoice: () => Promise.resolve(new Blob(["RIFF"])),
};

async function speak(own: Partial<typeof recorder> = {}) {
  renderWithApp(<SpokenTest recorder={{ ...recorder, ...own }} />);
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
    stubFetch({});
    await speak({ recordVoice: () => Promise.reject(new DOMException("no", "NotAllowedError")) });
    expect(await screen.findByText(/The microphone cannot be used/u)).toBeVisible();
  });

  it("explains an insecure page and leads to HTTPS", () => {
    renderWithApp(<SpokenTest recorder={{ ...recorder, canRecord: () => false }} />);
    expect(screen.getByText(/browsers allow the microphone on HTTPS pages only/u)).toBeVisible();
    expect(screen.getByRole("link", { name: "Set up HTTPS" })).toHaveAttribute(
      "href",
      "/admin/setup/address",
    );
    expect(screen.queryByRole("button", { name: "Say a sentence" })).not.toBeInTheDocument();
  });
});
