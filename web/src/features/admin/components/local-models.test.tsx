/** Tests of the models on this machine and of the download. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { ModelDownload, StoredModel } from "../api/types";
import { LocalModels } from "./local-models";

const SHA256 = "a".repeat(64);
const small: StoredModel = { name: "small", kind: "llm", sizeBytes: 1e9, isChosen: true };
const big: StoredModel = { name: "big", kind: "llm", sizeBytes: 4.7e9, isChosen: false };
const download: ModelDownload = {
  name: "big",
  kind: "llm",
  phase: "downloading",
  doneBytes: 1e9,
  totalBytes: 4e9,
  problem: null,
};

const answer = (models: StoredModel[], state: ModelDownload | null = null) => ({
  json: { success: true, data: { models, download: state } },
});

async function enter(url: string, sha256: string) {
  await userEvent.type(await screen.findByLabelText("URL of the file"), url);
  await userEvent.type(screen.getByLabelText("SHA-256 of the file"), sha256);
}

describe("LocalModels", () => {
  it("sends the URL, the sha256 and the kind, and shows the progress", async () => {
    const calls = stubFetch({
      "GET /api/admin/models": answer([small]),
      "POST /api/admin/models/download": answer([small], download),
    });
    renderWithApp(<LocalModels />);
    await enter("https://example.com/ggml-big.bin", SHA256);
    const form = within(screen.getByRole("form", { name: "Download a model from a URL" }));
    await userEvent.click(form.getByRole("radio", { name: "Speech recognition" }));
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    const bar = await screen.findByRole("progressbar", { name: "Downloading big" });
    expect(bar).toHaveAttribute("aria-valuenow", "25");
    expect(calls.find((call) => call.method === "POST")?.body).toEqual({
      url: "https://example.com/ggml-big.bin",
      sha256: SHA256,
      kind: "speech",
    });
    expect(screen.getByRole("button", { name: "Download" })).toBeDisabled();
  });

  it("shows what is wrong at its field", async () => {
    stubFetch({
      "GET /api/admin/models": answer([small]),
      "POST /api/admin/models/download": {
        status: 422,
        json: {
          success: false,
          error: "A sha256 has 64 digits.",
          code: "VALIDATION_ERROR",
          fields: [{ path: "sha256", message: "A sha256 has 64 digits." }],
        },
      },
    });
    renderWithApp(<LocalModels />);
    await enter("https://example.com/big.gguf", "abc");
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    expect(await screen.findByText("A sha256 has 64 digits.")).toBeVisible();
    expect(screen.getByLabelText("SHA-256 of the file")).toBeInvalid();
  });

  it("says why a download has failed, and can be started again", async () => {
    stubFetch({
      "GET /api/admin/models": answer([small], {
        ...download,
        phase: "failed",
        problem: { code: "MODEL_WRONG_HASH", message: "big has another sha256." },
      }),
    });
    renderWithApp(<LocalModels />);
    expect(await screen.findByText("big has another sha256.")).toBeVisible();
    await enter("https://example.com/big.gguf", SHA256);
    expect(screen.getByRole("button", { name: "Download" })).toBeEnabled();
  });

  it("cancels a download", async () => {
    stubFetch({
      "GET /api/admin/models": answer([small], download),
      "DELETE /api/admin/models/download": answer([small], { ...download, phase: "cancelled" }),
    });
    renderWithApp(<LocalModels />);
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(await screen.findByText(/was cancelled/u)).toBeVisible();
  });

  it("chooses another model of this machine", async () => {
    const calls = stubFetch({
      "GET /api/admin/models": answer([small, big]),
      "PATCH /api/admin/settings": { json: { success: true, data: { groups: [] } } },
    });
    renderWithApp(<LocalModels />);
    expect(await screen.findByText("Selected")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Use the model big" }));
    await waitFor(() =>
      expect(calls.find((call) => call.method === "PATCH")?.body).toEqual({
        values: { llm_provider: "local", llm_model: "big" },
      }),
    );
  });

  it("says that nothing is installed", async () => {
    stubFetch({ "GET /api/admin/models": answer([]) });
    renderWithApp(<LocalModels />);
    expect(await screen.findByText(/No language or speech model is installed/u)).toBeVisible();
  });
});
