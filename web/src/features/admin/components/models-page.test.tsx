/** Tests of the models page. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { aSetting } from "../testing/a-setting";
import { ModelsPage } from "./models-page";

const engine = {
  kind: "speech",
  state: "failed",
  model: "whisper-small",
  problem: {
    code: "worker_killed",
    params: {},
    technicalText: "llama_model_load: loading tensors",
  },
  queued: 3,
  running: 0,
  restarts: 2,
};

it("shows server and engines, a self-test, and the settings of models and prices alone", async () => {
  stubFetch({
    "GET /api/admin/models": { json: { success: true, data: { models: [], download: null } } },
    "GET /api/health": {
      json: {
        success: true,
        status: "degraded",
        version: "1.2.3",
        database: "ok",
        engines: [engine],
      },
    },
    "POST /api/admin/setup/write": {
      json: { success: true, data: { text: "Welcome, Cara.", model: "m", seconds: 2.5 } },
    },
    "GET /api/admin/settings": {
      json: {
        success: true,
        data: {
          groups: [
            { key: "server", settings: [aSetting({ key: "public_url" })] },
            { key: "usage", settings: [aSetting({ key: "speech_price" })] },
          ],
          mailReady: false,
          scansReady: true,
          redirectUri: "",
        },
      },
    },
  });
  renderWithApp(<ModelsPage />, { path: "/admin/models" });
  const table = within(await screen.findByRole("table", { name: "AI engines" }));
  expect(table.getByText("Speech recognition")).toBeVisible();
  expect(table.getByText("Failed")).toBeVisible();
  expect(table.getByText(/usually because memory ran out/u)).toBeVisible();
  expect(table.getByText("llama_model_load: loading tensors")).toHaveClass("font-mono");
  expect(table.getByRole("cell", { name: "whisper-small" })).toBeVisible();
  expect(screen.getByText("Greenroom 1.2.3 is running.")).toBeVisible();
  expect(screen.getByText("Database works")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Let the model write a sentence" }));
  expect(await screen.findByText("Welcome, Cara.")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Usage and prices" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Server" })).toBeNull();
});
