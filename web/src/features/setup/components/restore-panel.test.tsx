/** Tests of a restore on the first-run setup page. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { RestoreOffer, RestoreProgress } from "../api/restore";
import { SetupPage } from "./setup-page";

const WAITING: RestoreProgress = {
  phase: "waiting",
  doneBytes: 0,
  totalBytes: 0,
  problem: null,
  address: null,
};
const MONDAY = {
  name: "monday.backup",
  sizeBytes: 2_000_000,
  createdAt: "2026-11-23T02:00:00Z",
  version: "1.0.0",
  isEncrypted: true,
};
const CLOSED = { status: 401, json: { success: false, error: "x", code: "RESTORE_CLOSED" } };

function data(value: unknown) {
  return { json: { success: true, data: value } };
}

function failed(code: string, message: string): RestoreProgress {
  return { ...WAITING, problem: { code, message } };
}

function show(offer: Partial<RestoreOffer>, routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch({
    "POST /api/setup/restore": data({
      token: "t",
      hasFolder: true,
      backups: [],
      maxChunkBytes: 4,
      progress: WAITING,
      ...offer,
    }),
    "POST /api/setup/restore/start": data({ ...WAITING, phase: "running" }),
    ...routes,
  });
  renderWithApp(<SetupPage />, { path: "/setup" });
  return calls;
}

async function enterCode() {
  await userEvent.click(screen.getByRole("radio", { name: "Restore from a backup" }));
  await userEvent.type(screen.getByLabelText("Setup code"), "ABCD-1234");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  return screen.findByRole("button", { name: "Restore" });
}

function chooseFile(content: string) {
  return userEvent.upload(screen.getByLabelText("Backup file"), new File([content], "my.backup"));
}

describe("RestorePanel", () => {
  it("sends a file in parts, follows the restore over the restart and offers to sign in", async () => {
    const received = ["4", "8", "10"];
    const progress = [data({ ...WAITING, phase: "restarting" }), new Error("down"), CLOSED];
    const calls = show(
      {},
      {
        "POST /api/setup/restore/chunks": () => data({ receivedBytes: Number(received.shift()) }),
        "GET /api/setup/restore": () => progress.shift()!,
        "GET /api/setup": data({ required: false }),
      },
    );
    const start = await enterCode();
    await chooseFile("0123456789");
    await userEvent.click(start);
    const link = await screen.findByRole("link", { name: "Sign in" }, { timeout: 5000 });
    expect(link).toHaveAttribute("href", "/login");
    const parts = calls.filter((call) => call.url.includes("/chunks"));
    expect(parts.map((call) => call.url.split("?")[1])).toEqual([
      "offset=0&totalBytes=10",
      "offset=4&totalBytes=10",
      "offset=8&totalBytes=10",
    ]);
    expect(parts[0]!.headers.get("Authorization")).toBe("Bearer t");
  });

  it("says where a certificate of the backup takes the server, and looks whether it answers", async () => {
    const address = "https://interviews.example.lan:3000";
    const progress = [data({ ...WAITING, phase: "restarting", address })];
    const calls = show(
      { backups: [MONDAY] },
      {
        "GET /api/setup/restore": () => progress.shift() ?? new Error("speaks HTTPS"),
        "GET https://localhost:3000/api/health/live": new Error("down"),
      },
    );
    await userEvent.click(await enterCode());
    const link = await screen.findByRole("link", { name: address });
    expect(link).toHaveAttribute("href", `${address}/login`);
    await waitFor(() =>
      expect(calls.map((call) => call.url)).toContain("https://localhost:3000/api/health/live"),
    );
  });

  it("restores a backup of the server's folder", async () => {
    const calls = show(
      { backups: [MONDAY] },
      { "GET /api/setup/restore": data(failed("BACKUP_PASSPHRASE_WRONG", "Wrong.")) },
    );
    const start = await enterCode();
    await userEvent.type(screen.getByLabelText("Passphrase"), "a mistake");
    await userEvent.click(start);
    expect(await screen.findByText("Wrong.")).toBeVisible();
    expect(screen.getByLabelText("Passphrase")).toBeInvalid();
    const [started] = calls.filter((call) => call.url.endsWith("/start"));
    expect(started!.body).toEqual({ name: "monday.backup", passphrase: "a mistake" });
  });

  it("does not upload the same file again after a wrong passphrase", async () => {
    const calls = show(
      {},
      {
        "POST /api/setup/restore/chunks": data({ receivedBytes: 3 }),
        "GET /api/setup/restore": data(failed("BACKUP_PASSPHRASE_NEEDED", "Enter it.")),
      },
    );
    const start = await enterCode();
    await chooseFile("012");
    await userEvent.click(start);
    await screen.findByText("Enter it.");
    await userEvent.click(start);
    await waitFor(() =>
      expect(calls.filter((call) => call.url.endsWith("/start"))).toHaveLength(2),
    );
    expect(calls.filter((call) => call.url.includes("/chunks"))).toHaveLength(1);
  });

  it("says what is wrong with a file that is no backup", async () => {
    show(
      {},
      {
        "POST /api/setup/restore/chunks": {
          status: 422,
          json: { success: false, error: "This is not a backup.", code: "BACKUP_FOREIGN" },
        },
      },
    );
    const start = await enterCode();
    await userEvent.click(start);
    expect(screen.getByText("Choose a backup file.")).toBeVisible();
    await chooseFile("a photo");
    await userEvent.click(start);
    expect(await screen.findByText("This is not a backup.")).toBeVisible();
  });

  it("asks for the code again if the server has started without the backup", async () => {
    show(
      { backups: [MONDAY] },
      { "GET /api/setup/restore": CLOSED, "GET /api/setup": data({ required: true }) },
    );
    await userEvent.click(await enterCode());
    await userEvent.click(await screen.findByRole("button", { name: "Enter the setup code" }));
    expect(screen.getByLabelText("Setup code")).toBeVisible();
  });

  it("cancels a restore that runs", async () => {
    const calls = show(
      { backups: [MONDAY] },
      {
        "GET /api/setup/restore": data({
          ...WAITING,
          phase: "running",
          doneBytes: 1_000_000,
          totalBytes: 2_000_000,
        }),
        "DELETE /api/setup/restore": {},
      },
    );
    const start = await enterCode();
    await userEvent.click(start);
    expect(await screen.findByText("977 KB of 1.9 MB")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(start).toBeVisible());
    expect(calls.some((call) => call.method === "DELETE")).toBe(true);
  });

  it("goes on with a restore that was begun before the page was loaded", async () => {
    show(
      { progress: { ...WAITING, phase: "running" } },
      { "GET /api/setup/restore": data(failed("BACKUP_DAMAGED", "It is damaged.")) },
    );
    await enterCode();
    expect(await screen.findByText("It is damaged.")).toBeVisible();
  });

  it("shows a wrong code at its field", async () => {
    show(
      {},
      {
        "POST /api/setup/restore": {
          status: 403,
          json: { success: false, error: "Incorrect setup code.", code: "SETUP_CODE_INVALID" },
        },
      },
    );
    await userEvent.click(screen.getByRole("radio", { name: "Restore from a backup" }));
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(screen.getByText("Enter the setup code.")).toBeVisible();
    await userEvent.type(screen.getByLabelText("Setup code"), "guess");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("Incorrect setup code.")).toBeVisible();
  });
});
