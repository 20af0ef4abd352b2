/** Tests of the scheduled jobs page. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { JobRun, RegisteredJob } from "../api/types";
import { ScheduledJobsPage } from "./scheduled-jobs-page";

const job: RegisteredJob = {
  key: "remove-expired-records",
  schedule: { dailyAtUtc: { hour: 3, minute: 30 } },
  enabledByDefault: true,
  hasDryRun: true,
};
const run: JobRun = {
  _id: "r1",
  jobKey: job.key,
  status: "failed",
  startedAt: "2026-11-20T03:30:00Z",
  durationMs: 61_000,
  processedCount: 7,
  errorCount: 3,
  trigger: "schedule",
};
const data = (list: unknown[]) => ({ json: { success: true, data: list } });
const failure = { status: 503, json: { success: false, error: "Busy.", code: "BUSY" } };

describe("ScheduledJobsPage", () => {
  it("shows the specified texts for empty lists", async () => {
    stubFetch({ "GET /api/jobs/registry": data([]), "GET /api/jobs": data([]) });
    renderWithApp(<ScheduledJobsPage />);
    expect(await screen.findByText("No registered jobs found.")).toBeVisible();
    expect(await screen.findByText("No runs found.")).toBeVisible();
  });

  it("lists jobs and runs in the specified columns", async () => {
    const calls = stubFetch({
      "GET /api/jobs/registry": data([job]),
      "GET /api/jobs": data([run]),
    });
    renderWithApp(<ScheduledJobsPage />);
    const registry = within(await screen.findByRole("table", { name: "Registered Jobs" }));
    expect(registry.getAllByText("Daily @ 03:30 UTC")[0]).toBeVisible();
    expect(registry.getByText("Yes")).toBeVisible();
    const runs = within(await screen.findByRole("table", { name: "Recent Job Runs" }));
    expect(runs.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Job",
      "Status",
      "Started",
      "Duration",
      "Processed",
      "Errors",
      "Trigger",
    ]);
    expect(runs.getByText("Failed")).toHaveClass("bg-danger-soft");
    expect(runs.getByRole("cell", { name: "1 min 1 s" })).toBeVisible();
    expect(calls.map((call) => call.url)).toContain("/api/jobs?limit=50");
  });

  it.each([
    ["success", "Success", "bg-success-soft"],
    ["timeout", "Timeout", "bg-warning-soft"],
    ["running", "Running", "bg-hover"],
    ["skipped_today", "Skipped Today", "bg-hover"],
  ])("gives %s its text and color", async (status, words, color) => {
    stubFetch({ "GET /api/jobs/registry": data([]), "GET /api/jobs": data([{ ...run, status }]) });
    renderWithApp(<ScheduledJobsPage />);
    const runs = within(await screen.findByRole("table", { name: "Recent Job Runs" }));
    expect(runs.getByText(words)).toHaveClass(color);
  });

  it("runs a job and reloads the runs", async () => {
    const calls = stubFetch({
      "GET /api/jobs/registry": data([job]),
      "GET /api/jobs": data([]),
      [`POST /api/jobs/${job.key}/run`]: { json: { success: true, data: run } },
    });
    renderWithApp(<ScheduledJobsPage />);
    await userEvent.click(
      await screen.findByRole("button", { name: "Run remove-expired-records now" }),
    );
    const sent = calls.find((call) => call.method === "POST")!;
    expect(sent.body).toEqual({ dryRun: false });
    expect(calls.filter((call) => call.url.startsWith("/api/jobs?"))).toHaveLength(2);
  });

  it("only counts in a dry run, and offers none where a job has none", async () => {
    const other = { ...job, key: "send-reminders", hasDryRun: false };
    const calls = stubFetch({
      "GET /api/jobs/registry": data([job, other]),
      "GET /api/jobs": data([{ ...run, trigger: "dry_run" }]),
      [`POST /api/jobs/${job.key}/run`]: { json: { success: true, data: run } },
    });
    renderWithApp(<ScheduledJobsPage />);
    await userEvent.click(
      await screen.findByRole("button", { name: "Dry run of remove-expired-records" }),
    );
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({ dryRun: true });
    expect(screen.queryByRole("button", { name: "Dry run of send-reminders" })).toBeNull();
    expect(await screen.findByRole("cell", { name: "Dry run" })).toBeVisible();
  });

  it("keeps the last loaded data when refreshing fails", async () => {
    let away = false;
    stubFetch({
      "GET /api/jobs/registry": () => (away ? failure : data([job])),
      "GET /api/jobs": data([]),
      [`POST /api/jobs/${job.key}/run`]: failure,
    });
    renderWithApp(<ScheduledJobsPage />);
    await screen.findByRole("table", { name: "Registered Jobs" });
    away = true;
    await userEvent.click(screen.getByRole("button", { name: "Refresh Registry" }));
    expect(
      await screen.findByText("Refreshing failed. These are the last loaded values."),
    ).toBeVisible();
    expect(screen.getByRole("table", { name: "Registered Jobs" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Run remove-expired-records now" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("does not show a failed list as empty", async () => {
    stubFetch({ "GET /api/jobs/registry": failure, "GET /api/jobs": data([]) });
    renderWithApp(<ScheduledJobsPage />);
    expect(await screen.findByText("Not loaded.")).toBeVisible();
    expect(screen.queryByText("No registered jobs found.")).toBeNull();
  });
});
