/** Tests of the upload of a model. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { ModelUpload } from "./model-upload";

const CHUNKS = "POST /api/admin/models/upload/chunks";
const END = "POST /api/admin/models/upload";

async function choose(size: number) {
  const file = new File([new Uint8Array(size)], "big.gguf");
  await userEvent.upload(await screen.findByLabelText("Model file"), file);
}

describe("ModelUpload", () => {
  it("sends the parts of a file, then lets the server verify it", async () => {
    const size = 9 * 1024 * 1024;
    const calls = stubFetch({
      [CHUNKS]: ({ url }) => {
        const offset = Number(new URL(url, "http://gr.lan").searchParams.get("offset"));
        const receivedBytes = Math.min(size, offset + 8 * 1024 * 1024);
        return { json: { success: true, data: { receivedBytes } } };
      },
      [END]: { json: { success: true, data: { models: [], download: null } } },
    });
    renderWithApp(<ModelUpload />);
    await choose(size);
    await userEvent.type(screen.getByLabelText(/^Its SHA-256/u), " abc ");
    await userEvent.click(screen.getByRole("radio", { name: "Speech recognition" }));
    await userEvent.click(screen.getByRole("button", { name: "Upload" }));
    expect(await screen.findByText("big.gguf is installed.")).toBeVisible();
    const urls = calls.map((call) => call.url).filter((url) => url.includes("/chunks"));
    expect(urls).toEqual([
      expect.stringContaining(`kind=speech&offset=0&totalBytes=${size}`),
      expect.stringContaining(`offset=${8 * 1024 * 1024}&`),
    ]);
    expect(calls.at(-1)?.body).toEqual({ name: "big.gguf", kind: "speech", sha256: "abc" });
  });

  it("says why the first part was refused, and sends no more", async () => {
    const calls = stubFetch({
      [CHUNKS]: {
        status: 422,
        json: { success: false, error: "Too large for this machine.", code: "MODEL_TOO_LARGE" },
      },
    });
    renderWithApp(<ModelUpload />);
    expect(screen.getByRole("button", { name: "Upload" })).toBeDisabled();
    await choose(10);
    await userEvent.click(screen.getByRole("button", { name: "Upload" }));
    expect(await screen.findByText("Too large for this machine.")).toBeVisible();
    await waitFor(() => expect(calls.filter((call) => call.method === "POST")).toHaveLength(1));
  });
});
